// The text of a question in CodeMirror, with what was found at its lines. The field below stays the one that is sent.
import {defaultKeymap, history, historyKeymap} from '@codemirror/commands';
import {yaml} from '@codemirror/lang-yaml';
import {bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting} from '@codemirror/language';
import {lintGutter, lintKeymap, setDiagnostics} from '@codemirror/lint';
import {highlightSelectionMatches, search, searchKeymap} from '@codemirror/search';
import {EditorState} from '@codemirror/state';
import {drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers} from '@codemirror/view';
import {tags} from '@lezer/highlight';

const HUES = HighlightStyle.define([
  {tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--query)'},
  {tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic'},
  {tag: [tags.string, tags.special(tags.string)], color: 'var(--value)'},
  {tag: [tags.separator, tags.punctuation, tags.bracket, tags.squareBracket, tags.brace], color: 'var(--soft)'},
]);
const LOOK = EditorView.theme({
  '&': {color: 'var(--ink)', backgroundColor: 'var(--sheet)', border: '1.5px solid var(--edge)', borderRadius: '.45rem', fontSize: '.92rem'},
  '&.cm-focused': {outline: '3px solid var(--query)', outlineOffset: '2px'},
  '.cm-scroller': {borderRadius: 'calc(.45rem - 1.5px)', fontFamily: 'var(--figures)', lineHeight: '1.55', minHeight: '24rem', maxHeight: '75vh'},
  '.cm-content': {caretColor: 'var(--ink)', padding: '.6rem 0'},
  '.cm-cursor': {borderLeftColor: 'var(--ink)'},
  '.cm-gutters': {color: 'var(--soft)', backgroundColor: 'var(--paper)', borderRight: '1px solid var(--rule)'},
  '.cm-activeLine': {backgroundColor: 'rgb(var(--shade) / .07)'},
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {backgroundColor: 'rgb(var(--shade) / .25) !important'},
  '.cm-tooltip, .cm-panels': {color: 'var(--ink)', backgroundColor: 'var(--sheet)', borderColor: 'var(--edge)'},
  // The signs and waves of the library are images in its styles, which no page of ours loads.
  '.cm-lint-marker': {width: '1em', height: 'auto', font: '700 .9rem/1.55 var(--figures)', textAlign: 'center'},
  '.cm-lint-marker-error, .cm-lint-marker-warning': {content: 'normal'},
  '.cm-lint-marker-error::before': {content: '"✗"', color: 'var(--slip)'},
  '.cm-lint-marker-warning::before': {content: '"!"', color: 'var(--key)'},
  '.cm-lintRange-error, .cm-lintRange-warning': {backgroundImage: 'none', textDecoration: 'underline wavy 1px', textUnderlineOffset: '.2em'},
  '.cm-lintRange-error': {textDecorationColor: 'var(--slip)'},
  '.cm-lintRange-warning': {textDecorationColor: 'var(--key)'},
  '.cm-diagnostic': {fontFamily: 'var(--interface)', padding: '.4rem .7rem'},
});

export function startSource(field) {
  const label = document.getElementById('text-label');
  const view = new EditorView({
    state: EditorState.create({
      doc: field.value,
      extensions: [
        EditorView.cspNonce.of(field.dataset.nonce), lineNumbers(), lintGutter(), highlightSpecialChars(), history(), drawSelection(),
        indentOnInput(), indentUnit.of('  '), bracketMatching(), highlightActiveLine(), highlightSelectionMatches(), search({top: true}),
        yaml(), syntaxHighlighting(HUES), LOOK, EditorView.lineWrapping,
        EditorView.contentAttributes.of({'aria-labelledby': label.id, 'aria-describedby': 'found-count text-ways', spellcheck: 'false', autocapitalize: 'none', tabindex: '0'}),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]), // Tab goes on to the next field
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          field.value = update.state.doc.toString();
          field.dispatchEvent(new Event('input', {bubbles: true}));
        }),
      ],
    }),
  });
  field.hidden = true;
  document.getElementById('text-ways').hidden = false;
  field.before(view.dom);
  label.addEventListener('click', (event) => { event.preventDefault(); view.focus(); });
  return {view, mark: (found) => view.dispatch(setDiagnostics(view.state, marks(view.state.doc, found)))};
}

function marks(doc, {faults, warnings}) {
  const at = (number, column = 1) => {
    const line = doc.line(Math.min(Math.max(number, 1), doc.lines));
    const from = Math.min(line.from + Math.max(column - 1, 0), line.to);
    return {from, to: line.to};
  };
  return [
    ...faults.map((one) => ({...at(one.line, one.column), severity: 'error', message: one.field ? `${one.field}: ${one.sentence}` : one.sentence})),
    ...warnings.map((one) => ({...at(one.line), severity: one.severity === 'error' ? 'error' : 'warning', message: one.sentence})),
  ].sort((one, other) => one.from - other.from);
}
