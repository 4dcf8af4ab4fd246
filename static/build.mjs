// Bundles our styles and modules with the fonts from the npm lock into static/vendor/, each under a hashed name.
import {build} from 'esbuild';
import {cp, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, 'vendor');
const modules = join(here, '..', 'node_modules');
const fonts = ['source-serif-4', 'jetbrains-mono', 'stix-two-math'];

await rm(out, {recursive: true, force: true});
await mkdir(join(out, 'licences'), {recursive: true});
const {metafile} = await build({
  entryPoints: {keyed: join(here, 'src/main.js'), look: join(here, 'css/look.css'), reading: join(here, 'css/reading.css'), comfort: join(here, 'css/comfort.css'), sitting: join(here, 'css/sitting.css'), pad: join(here, 'css/pad.css'), more: join(here, 'css/more.css'), lab: join(here, 'src/lab/main.js'), exam: join(here, 'src/exam/main.js'), 'lab-look': join(here, 'css/lab.css'), editor: join(here, 'src/editor/main.js'), experiments: join(here, 'src/experiments/main.js'), 'experiments-look': join(here, 'css/experiments.css'), 'exams-look': join(here, 'css/exams.css'), 'watch-look': join(here, 'css/watch.css'), 'review-look': join(here, 'css/review.css'), 'authoring-look': join(here, 'css/authoring.css'), icon: join(here, 'src/icon.svg')},
  bundle: true, minify: true, format: 'esm', target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
  loader: {'.woff2': 'file', '.svg': 'copy'}, outdir: out, publicPath: '/static',
  entryNames: '[name]-[hash]', assetNames: '[name]-[hash]', chunkNames: '[name]-[hash]', splitting: true, metafile: true, logLevel: 'warning',
});

// The manifest says under which hashed name a file is served; pages ask for `look.css` and get `look-1A2B3C4D.css`.
const manifest = {};
for (const path of Object.keys(metafile.outputs).sort()) {
  const name = basename(path);
  manifest[name.replace(/-[A-Z0-9]{8}(?=\.\w+$)/, '')] = name;
  if (/\.(css|js|svg)$/.test(name)) await writeFile(join(out, `${name}.gz`), gzipSync(await readFile(join(out, name)), {level: 9}));
}
for (const font of fonts) {
  await cp(join(modules, '@fontsource', font, 'LICENSE'), join(out, 'licences', `${font}.txt`));
}
await writeFile(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
