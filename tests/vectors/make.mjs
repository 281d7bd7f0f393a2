// Makes the files of data/ anew with the packages named in package.json. They are checked in, and read by the tests;
// this script is run by hand when a vector is to be added:
//
//   cp -r tests/vectors /tmp/vectors && cd /tmp/vectors && npm install && node make.mjs
//   cp /tmp/vectors/data/*.json <the project>/tests/vectors/data/
//
// node_modules is never checked in. The same packages give the same bytes: every draw comes from a fixed seed.
import {mkdirSync, writeFileSync} from 'node:fs'
import {rotations} from './rotations.mjs'
import {roots} from './roots.mjs'
import {snbt} from './snbt.mjs'
import {molang} from './molang.mjs'

// One entry of each list to a line, so that a change can be read.
function text(value) {
  const members = Object.entries(value).map(([name, list]) => Array.isArray(list)
    ? `${JSON.stringify(name)}: [\n${list.map(entry => JSON.stringify(entry)).join(',\n')}\n]`
    : `${JSON.stringify(name)}: ${JSON.stringify(list)}`)
  return `{\n${members.join(',\n')}\n}\n`
}

mkdirSync(new URL('data/', import.meta.url), {recursive: true})
for (const [name, make] of Object.entries({rotations, roots, snbt, molang})) {
  const vectors = make()
  writeFileSync(new URL(`data/${name}.json`, import.meta.url), text(vectors))
  const counts = Object.entries(vectors).filter(([, list]) => Array.isArray(list))
    .map(([list, entries]) => `${entries.length} ${list}`)
  console.log(`${name}: ${counts.join(', ')}`)
}
