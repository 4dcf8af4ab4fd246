// Parses GIFT with a parser that is not ours: `node gift.cjs <folder of gift-pegjs> <file>` prints what it found.
const { readFileSync } = require('node:fs');
const [folder, file] = process.argv.slice(2);
const { parse } = require(folder);
const found = parse(readFileSync(file, 'utf8'));
console.log(JSON.stringify(found.filter((one) => one.type !== 'Category')));
