"""What a sitting's page does with changes: in order, numbered, kept until acknowledged, and never called saved before."""

from pathlib import Path

import orjson

from app.kit.ids import content_hash
from tests.conftest import GATE
from tests.scripts import run_module

WORLD = str(Path(__file__).parent / "saving_world.js")
RUNS = 3000 if GATE else 150


def world(steps: str, given: object = None) -> object:
    """What some steps in a new world come to; the last is what they return."""
    return run_module(
        WORLD,
        f"(async () => {{ const {{World, settle, typed, chosen}} = names; const world = new World(); {steps} }})()",
        given,
    )


def test_a_choice_leaves_at_once_and_typing_is_gathered() -> None:
    found = world("""
        const saving = await world.open();
        saving.change(1, chosen('2'));
        await settle();
        for (const text of ['0', '0.', '0.5']) saving.change(2, typed(text), {atOnce: false});
        await settle();
        const before = world.requests.length, wait = world.timers[0].wait, shown = world.states;
        await world.pass();
        return [before, wait <= 500, shown, world.requests, world.states, world.there[2].typed, world.kept];
    """)
    assert found == [
        1, True, {"1": "saved", "2": "saving"}, [[[1, 1]], [[2, 3]]], {"1": "saved", "2": "saved"}, ["0.5"], [],
    ]  # fmt: skip


def test_one_request_is_under_way_at_a_time_and_the_order_is_kept() -> None:
    found = world("""
        const saving = await world.open();
        for (const [n, place] of [[1, '1'], [2, '1'], [1, '2'], [1, '3']]) saving.change(n, chosen(place));
        await settle();
        return [world.requests, world.there[1].positions];
    """)
    assert found == [[[[1, 1]], [[2, 1], [1, 2], [1, 3]]], ["3"]]


def test_what_did_not_change_is_not_sent_and_time_alone_only_where_it_is_asked_for() -> None:
    found = world("""
        const saving = await world.open({seqs: {1: 4}});
        saving.known(1, chosen('2'));
        saving.change(1, {...chosen('2'), spent_ms: 9_000});
        await settle();
        const silent = world.requests.length;
        saving.change(1, {...chosen('2'), spent_ms: 500}, {withTime: true});
        saving.change(1, {...chosen('2'), spent_ms: 9_000}, {withTime: true});
        await settle();
        return [silent, world.requests];
    """)
    assert found == [0, [[[1, 5]]]]


def test_without_network_nothing_is_called_saved_and_all_of_it_follows() -> None:
    found = world("""
        world.network = () => 'lost';
        const saving = await world.open();
        saving.change(1, chosen('1'));
        await settle();
        saving.change(1, chosen('2'));
        for (const text of ['a', 'ab', 'abc']) saving.change(2, typed(text));
        await settle();
        const states = world.states, tries = world.requests.length, kept = world.kept.map(({n, seq}) => [n, seq]);
        const told = world.news.filter(({kind}) => kind === 'network').map(({there}) => there);
        world.network = () => 'well';
        await world.pass();
        return [states, tries, kept, told, world.requests.at(-1), world.states, world.kept];
    """)
    states = {"1": "unsaved", "2": "unsaved"}
    assert found == [
        states, 1, [[1, 1], [1, 2], [2, 3]], [False], [[1, 1], [1, 2], [2, 3]], {"1": "saved", "2": "saved"}, [],
    ]  # fmt: skip


def test_a_new_page_sends_what_an_earlier_one_left() -> None:
    found = world("""
        world.network = () => 'lost';
        (await world.open()).change(3, typed('0.5'));
        await settle();
        world.shown = {};
        await world.open();
        const states = world.states;
        world.network = () => 'well';
        await world.pass();
        return [states, world.there[3].typed, world.states, world.kept];
    """)
    assert found == [{"3": "unsaved"}, ["0.5"], {"3": "saved"}, []]


def test_a_page_that_goes_hands_over_what_it_made_last_and_the_next_one_counts_on_from_it() -> None:
    """The page comes again before the time that the old one spent on the question has arrived."""
    found = world("""
        const put = [];
        const saving = await world.open();
        saving.queue.put = async (change) => { put.push(change); };  // the browser ends it with the page
        saving.known(1, chosen());
        saving.change(1, {...chosen(), spent_ms: 4_000}, {withTime: true, atOnce: false});
        saving.farewell();
        (await world.open({seqs: {1: 0}})).change(1, chosen('2'));
        await settle();
        return [put.length, world.there[1], world.states, world.kept];
    """)
    assert isinstance(found, list)
    put, there, states, kept = found
    assert (put, there["stamp"]["seq"], there["positions"], states, kept) == (1, 2, ["2"], {"1": "saved"}, [])


def test_what_a_page_hands_over_is_found_by_the_pages_of_the_tab_until_it_is_acknowledged_even_without_a_database() -> (
    None
):
    found = run_module(
        "exam/queue.js",
        """(async () => {
            const kept = new Map();
            const tab = {getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => kept.set(name, text),
                removeItem: (name) => kept.delete(name)};
            const shut = {open() { throw new Error('shut off'); }};
            const none = {getItem() { throw new Error('shut off'); }, setItem() { throw new Error('shut off'); }};
            const page = (name, store) => names.openQueue(name, shut, store);
            page('mine', tab).hand([{holder: 1, n: 3, seq: 2}]);
            page('mine', none).hand([{holder: 1, n: 3, seq: 2}]);
            const found = [await page('other', tab).all(), await page('mine', tab).all()];
            page('mine', tab).hand([{holder: 1, n: 3, seq: 4, sent: true, refused: true}]);  // and goes as soon as it came
            const left = await names.leftOver(shut, Object.fromEntries(kept));
            found.push(left, await page('mine', tab).all());
            await page('mine', tab).drop([{holder: 1, n: 3, seq: 2}, {holder: 1, n: 3, seq: 4}]);
            return [...found, await page('mine', tab).all(), await page('mine', none).all(), kept.size];
        })()""",
    )
    first, later = ({"holder": 1, "n": 3, "seq": seq} for seq in (2, 4))
    assert found == [[], [first], ["mine"], [first, later], [], [], 0]


def test_an_acknowledgement_of_anything_else_saves_nothing() -> None:
    """Another number, another content, another page, or none at all."""
    replies = [
        "{n: 1, seq: 2, fate: 'taken', digest: 'x'}",
        "{n: 2, seq: 1, fate: 'taken', digest: 'x'}",
        "{n: 1, seq: 1, fate: 'taken', digest: 'another'}",
        "{n: 1, seq: 1, fate: 'taken'}",
    ]
    bodies = [f"{{status: 200, reply: {{acks: [{one}]}}}}" for one in replies]
    bodies += ["{status: 200, reply: null}", "{status: 200, reply: {}}", "{status: 503, reply: null}"]
    for body in bodies:
        found = world(f"""
            world.network = () => ({body});
            const saving = await world.open();
            saving.change(1, chosen('1'));
            await settle();
            return [world.states, saving.unsaved, world.kept.length];
        """)
        assert found == [{"1": "unsaved"}, True, 1], body


def test_what_is_given_here_goes_past_what_an_earlier_page_sent_under_its_number() -> None:
    """No browser storage tells of it. Only where no other page of this holder takes anything, and once."""
    found = world("""
        const seen = [];
        for (const alone of [true, false]) {
            world.alone = alone;
            const saving = await world.open({seqs: {1: 0}});
            await world.take(1, {n: 1, seq: 1, ...chosen('3')});
            world.network = () => 'lost';
            saving.change(1, chosen('2'));
            await settle();
            world.network = () => 'well';
            await world.pass();
            seen.push([world.there[1].positions, world.there[1].stamp.seq > 1, world.states, saving.unsaved]);
            world.there = {};
        }
        return seen;
    """)
    assert found == [[["2"], True, {"1": "saved"}, False], [["3"], False, {"1": "older"}, False]]


def test_a_page_that_goes_before_it_knows_what_was_left_over_numbers_past_it() -> None:
    found = world("""
        world.handed = [{holder: 1, n: 1, seq: 1_001, ...chosen('1')}];
        const saving = await world.open({seqs: {1: 0}});
        saving.pass(1);
        saving.change(1, chosen('2'), {withTime: true});
        await settle();
        return world.there[1].stamp.seq > 1_001;
    """)
    assert found is True


def test_what_was_left_over_and_is_put_back_is_no_new_change() -> None:
    found = world("""
        world.network = () => 'lost';
        (await world.open()).change(1, {...chosen('2'), spent_ms: 900});
        await settle();
        const saving = await world.open();
        saving.known(1, world.kept[0]);
        return [saving.change(1, chosen('2')), world.kept.length];
    """)
    assert found == [None, 1]


def test_what_was_left_over_and_is_passed_by_what_this_page_has_is_not_called_unsaved() -> None:
    found = world("""
        world.kept = [{holder: 1, n: 1, seq: 1, order: 1, ...typed('0')}];
        await world.take(1, {n: 1, seq: 2, ...typed('0.5')});
        await world.open({seqs: {1: 2}});
        return [world.states, world.kept, world.there[1].typed];
    """)
    assert found == [{"1": "saved"}, [], ["0.5"]]


def test_a_browser_database_that_answers_nothing_or_is_full_holds_up_no_page() -> None:
    found = run_module(
        "exam/queue.js",
        """(async () => {
            const one = {holder: 1, n: 3, seq: 2};
            const kept = new Map([['keyed.handed.mine', JSON.stringify([one])]]);
            const tab = {getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => kept.set(name, text),
                removeItem: (name) => kept.delete(name)};
            const silent = {open: () => ({})};
            const answers = (made) => { const request = {result: made}; setTimeout(() => request.onsuccess?.()); return request; };
            const closed = {open: () => answers({transaction() { throw new Error('closing'); }})};
            const act = (more) => ({objectStore: () => ({put() {}, delete() {}, index: () => ({getAll: () => answers([])}), ...more})});
            const full = {open: () => answers({transaction: () => { const made = act({}); setTimeout(() => made.onabort?.()); return made; }})};
            const seen = [];
            for (const factory of [silent, closed, full]) {
                const queue = names.openQueue('mine', factory, tab, 20);
                await queue.put({holder: 1, n: 4, seq: 1}, []);
                seen.push(await queue.all());
            }
            await names.openQueue('mine', silent, tab, 20).drop([one]);
            return [...seen, kept.size];
        })()""",
    )
    kept = [{"holder": 1, "n": 3, "seq": 2}]
    assert found == [kept, kept, kept, 0]


def test_a_server_that_asks_for_a_rest_gets_it() -> None:
    found = world("""
        world.network = () => ({status: 429, wait: 7});
        const saving = await world.open();
        saving.change(1, chosen('1'));
        await settle();
        saving.change(1, chosen('2'));
        await saving.retry();
        await settle();
        const [tries, wait, states] = [world.requests.length, world.timers.at(-1).wait, world.states];
        world.network = () => 'well';
        await world.pass();
        return [tries, wait, states, world.states, world.there[1].positions];
    """)
    assert found == [1, 7000, {"1": "unsaved"}, {"1": "saved"}, ["2"]]


def test_an_answer_that_never_came_is_sent_again_and_known_as_repeated() -> None:
    found = world("""
        world.network = () => 'deaf';
        const saving = await world.open();
        saving.change(1, chosen('1'));
        await settle();
        world.network = () => 'well';
        await world.pass();
        const fates = world.news.filter(({kind}) => kind === 'reply').flatMap(({fates}) => fates.map(({fate}) => fate));
        return [fates, world.states, saving.unsaved];
    """)
    assert found == [["repeated"], {"1": "saved"}, False]


def test_another_holder_ends_it_and_what_was_not_counted_is_told() -> None:
    found = world("""
        const saving = await world.open();
        world.holder = 2;
        saving.change(1, chosen('1'));
        await settle();
        const fates = world.news.filter(({kind}) => kind === 'reply').flatMap(({fates}) => fates.map(({fate}) => fate));
        return [fates, world.states, saving.unsaved, world.there];
    """)
    assert found == [["ousted"], {"1": "ousted"}, False, {}]


def test_changes_of_two_holders_go_in_two_requests() -> None:
    found = world("""
        world.network = () => 'lost';
        (await world.open()).change(1, chosen('1'));
        await settle();
        world.network = () => 'well';
        world.holder = 2;
        const saving = await world.open({holder: 2});
        saving.change(1, chosen('2'));
        await settle();
        return [world.requests, world.there[1].positions, world.kept];
    """)
    assert found == [[[[1, 1]], [[1, 1]], [[1, 2]]], ["2"], []]


def test_while_the_clock_stands_still_changes_wait() -> None:
    found = world("""
        const ack = {n: 1, seq: 1, fate: 'waiting', digest: '', saved_at: null};
        world.network = () => ({status: 409, reply: {state: 'paused', acks: [ack]}});
        const saving = await world.open();
        saving.change(1, chosen('1'));
        await settle();
        await world.pass();
        const [tries, states] = [world.requests.length, world.states];
        world.network = () => 'well';
        saving.stopped = false;
        await saving.retry();
        return [tries, states, world.states];
    """)
    assert found == [1, {"1": "unsaved"}, {"1": "saved"}]


def test_one_change_that_cannot_be_taken_holds_up_no_other() -> None:
    found = world("""
        world.network = (changes) => (changes.some(({n}) => n === 2) ? {status: 422, reply: null} : 'well');
        const saving = await world.open();
        for (const n of [1, 2, 3]) saving.change(n, chosen('1'));
        await settle();
        const [states, left] = [world.states, saving.unsaved];
        world.network = () => 'well';
        saving.change(2, chosen('2'));
        await settle();
        return [states, left, world.states, saving.unsaved];
    """)
    assert found == [
        {"1": "saved", "2": "refused", "3": "saved"}, True, {"1": "saved", "2": "saved", "3": "saved"}, False,
    ]  # fmt: skip


def test_the_page_and_the_server_call_a_content_by_one_name() -> None:
    texts = ["0.5", "", "−1/2", 'a"b\\c/', "tab\tline\nend", "ä€𝄞\u2028\x7f\x01"]
    contents = [(["2", "4"], [], True, [1, 3]), ([], texts, False, [])]
    given = [dict(zip(("positions", "typed", "flagged", "struck"), one, strict=True)) for one in contents]
    in_script = run_module(WORLD, "Promise.all(given.map(names.digest))", given)
    assert in_script == [content_hash(orjson.dumps(list(one))) for one in contents]


def test_nothing_typed_is_lost_and_nothing_is_called_saved_that_is_not_there() -> None:
    """Seeded runs of typing, losing, reloading and coming back."""
    assert run_module(WORLD, "names.runs(given)", list(range(1, RUNS + 1))) == []


def test_a_tab_that_takes_over_holds_the_sitting_even_where_the_browser_keeps_no_mark_of_it() -> None:
    """The tab that had it gives it up to a page that the server made later, and to no other."""
    found = run_module(
        "exam/tabs.js",
        """(async () => {
            const queue = [];
            const request = (name, more, act) => new Promise((done) => {
                queue.push(async () => { await act(); done(); });
                if (queue.length === 1) next();
            });
            const next = async () => { await queue[0](); queue.shift(); if (queue.length) next(); };
            Object.defineProperty(globalThis, 'navigator', {value: {locks: {request}}});
            const tabs = [];
            globalThis.BroadcastChannel = class {
                constructor() { tabs.push(this); }
                addEventListener(kind, act) { this.act = act; }
                postMessage(data) { for (const one of tabs) if (one !== this) one.act({data}); }
            };
            const told = [];
            const act = (tab) => Object.fromEntries(['held', 'lost', 'other', 'hand'].map((kind) => [kind, () => told.push(tab + kind)]));
            const settle = () => new Promise((done) => setTimeout(done, 20));
            for (const [tab, holder] of [['a', 1], ['b', 1], ['c', 2]]) { names.startTabs('x', holder, act(tab)); await settle(); }
            setTimeout(() => process.exit(), 1); process.stdout.write(JSON.stringify(told)); await settle();
        })()""",
    )
    assert found == ["aheld", "alost", "blost", "cheld"]
