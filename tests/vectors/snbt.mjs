// SNBT texts and what deepslate reads in them. Its grammar is the game's from before 1.21.5; what the later grammar
// (decision D54) reads otherwise is left out by name, with what the product must make of it.
import {readFileSync} from 'node:fs'
import {NbtTag, NbtType} from 'deepslate/nbt'
import {Draw} from './draw.mjs'

const number = value => Object.is(value, -0) ? '-0' : String(value)

// A tag as {type: value}; numbers that JSON would round are texts.
function plain(tag) {
  switch (tag.getId()) {
    case NbtType.Byte: return {byte: tag.getAsNumber() + 0}
    case NbtType.Short: return {short: tag.getAsNumber() + 0}
    case NbtType.Int: return {int: tag.getAsNumber() + 0}
    case NbtType.Long: return {long: String(tag.toBigInt())}
    case NbtType.Float: return {float: number(Math.fround(tag.getAsNumber()))}
    case NbtType.Double: return {double: number(tag.getAsNumber())}
    case NbtType.String: return {string: tag.getAsString()}
    case NbtType.ByteArray: return {bytes: tag.getItems().map(item => item.getAsNumber())}
    case NbtType.IntArray: return {ints: tag.getItems().map(item => item.getAsNumber())}
    case NbtType.LongArray: return {longs: tag.getItems().map(item => String(item.toBigInt()))}
    case NbtType.List: return {list: tag.getItems().map(plain)}
    case NbtType.Compound: {
      const members = []
      tag.forEach((name, value) => members.push([name, plain(value)]))
      return {compound: members}
    }
  }
  throw new Error(`no type ${tag.getId()}`)
}

function read(text) {
  try {
    return plain(NbtTag.fromString(text))
  } catch (error) {
    return null
  }
}

const accepted = [
  // whole numbers at their edges
  '0', '1', '+1', '-1', '-0', '7b', '7B', '-128b', '127b', '-32768s', '32767S', '-2147483648', '2147483647', '12l',
  '-9223372036854775808L', '9223372036854775807L', '+5s',
  // reals
  '0.0', '-0.0', '1.', '.5', '-.5', '+.5', '1.5', '1.5d', '1.5D', '1d', '1f', '1F', '1.25f', '-0f', '0.1', '0.1f', '1.5e3',
  '1.5E-3', '1.5e+3f', '.5e2', '1.e2', '1e3f', '1e3d', '3.4028234e38f', '1e-45f', '1.7976931348623157e308', '5e-324d', '4.9e-324',
  '123456789.123456789', '0.30000000000000004', '16777217f', '007.5', '00f',
  // words
  'true', 'false', 'True', 'FALSE', 'abc', 'a.b', 'minecraft', 'a-b', 'a+b', '_', '__a', 'trues', 'Infinity', 'NaN', 'nan', 'b', 'L', 'e5',
  // texts
  '""', "''", '"a b"', "'a b'", '"it\'s"', `'say "x"'`, '"\\""', "'\\''", '"\\\\"', '"a\\\\n"', '"é ☃ 😀"', "'{a:1}'", '"true"', '"1b"',
  '"\t"', '" "', '"[B;1b]"',
  // compounds
  '{}', '{ }', '{a:1}', '{a:1b,b:2s,c:3,d:4L,e:5f,f:6d,g:x,h:"y"}', '{"a":1}', "{'a b':1}", '{a:{b:{c:{}}}}', '{ a : 1 , b : 2 }',
  '{a:1,}', '{a:[],}', '{1:2}', '{-x:1}', '{+:1}', '{.:1}', '{a:1,a:2}', '{"a":1,a:2}', '{"":1}'.replace('""', '"\\\\"'), '{true:false}',
  '{\n\ta: 1,\r\n\tb: "2"\n}', '{a:"}",b:"{"}', '{A:1,a:2}', '{a.b-c+d_e:1}', '{é:1}'.replace('é', '"é"'),
  // lists and arrays
  '[]', '[ ]', '[1]', '[1,2,3]', '[1b,2b]', '[1,2,]', '[a,b]', '["a",\'b\']', '[[]]', '[[1],[2,3]]', '[{},{a:1}]', '[1.5,2.5]', '[ 1 , 2 ]',
  '[true,false]', '[true,1b]', '[0.5f]', '[[],[[]]]', '[B]', '[I,L]', '[B;]', '[I;]', '[L;]', '[B;1b]', '[B;1b,-2B]', '[I;1,2]', '[L;1L,2l]',
  '[B; 1b , 2b]', '[I; -2147483648, 2147483647]', '[L;9223372036854775807L,-9223372036854775808L]', '[I;1,]', '[B;true,false]'.replace('true,false', '0b,1b'),
  '[[B;1b],[B;2b]]', '[[I;],[I;5]]', '{a:[B;1b],b:[I;2],c:[L;3L]}',
  // what packs hold
  '{id:"minecraft:player_head",count:1}', '{Name:"minecraft:oak_stairs",Properties:{facing:"north",half:"top",waterlogged:"false"}}',
  '{id:"minecraft:leather_chestplate",Count:1b,tag:{display:{color:8439583},Damage:3}}',
  '{brightness:{sky:15,block:7},billboard:"center",shadow_radius:0.5f,view_range:1.5f}',
  '{text:\'{"text":"Hi","color":"red"}\',line_width:120,background:-16777216,text_opacity:-1b}',
  '{components:{"minecraft:custom_model_data":{floats:[1.0f,2.0f],strings:["a"]},"minecraft:dyed_color":16711680}}',
  '{id:"minecraft:player_head",components:{"minecraft:profile":{name:"Steve",id:[I;1,-2,3,-4],properties:[{name:"textures",value:"e30="}]}}}',
]

const refused = [
  '', ' ', '{', '{a', '{a:', '{a:1', '{a:1,', '{a 1}', '{a:1 b:2}', '{:1}', '{a:}', '{,}', '{a:1,,b:2}', '{a:,b:1}', '{a::1}', '{a:1]', '[', '[1',
  '[1,', '[1 2]', '[1}', '[,]', '[,1]', '[1,,2]', '[B;1]'.replace('1]', '1.5]'), '[B;x]', '[I;1L]', '[I;1.5]', '[I;{}]', '[L;x]', '[B;1b', '[I;1,,2]',
  '[X;1]', '[b;1b]', '[i;1]', '"', "'", '"a', "'a\"", '"a\\"', '"\\q"', '"\\e"', '{"a:1}', '{a:"b}', ':', ',', '}', ']', '{[]:1}', '{{}:1}', '[{]', '{a:[}',
  '[[]', '{a:{}', '#', '{#:1}', '{a:#}', '[#]', '(', '{a:(1)}', '{a:"x" "y"}', '@', '{a:1;b:2}', '[1;2]', '[I;1;2]', '[I,1;2]', '{"":1}',
]

// {text, ours, why}: `ours` in the product's canonical form, null where it must refuse.
const left_out = [
  {why: 'hexadecimal and binary numbers since 1.21.5', texts: {'0x1F': '31', '0b101': '5', '[I;0xFF]': '[I;255]', '0xFFub': '-1b'}},
  {why: 'underscores in numbers since 1.21.5', texts: {'1_000': '1000', '{a:1_0L}': '{a:10L}', '1_0.5': '10.5d'}},
  {why: 'suffix i and signs u and s since 1.21.5', texts: {'5i': '5', '200ub': '-56b', '5sb': '5b', '65535us': '-1s'}},
  {why: 'an exponent makes a number real since 1.21.5', texts: {'1e3': '1000d', '-1e-3': '-0.001d'}},
  {why: 'lists of mixed types since 1.21.5', texts: {'[1,2b]': '[1,2b]', '[1,"a"]': '[1,"a"]', '[{},[]]': '[{},[]]', '[[],[I;]]': '[[],[I;]]'}},
  {why: 'arrays take smaller numbers since 1.21.5', texts: {'[B;1]': '[B;1b]', '[I;1b]': '[I;1]', '[L;1]': '[L;1L]', '[I;1s,2]': '[I;1,2]'}},
  {why: 'bool() and uuid() since 1.21.5', texts: {'bool(1)': '1b', "{a:uuid('f81d4fae-7dec-11d0-a765-00a0c91e6bf6')}": '{a:[I;-132296786,2112623056,-1486552928,-920753162]}'}},
  {why: 'more escapes since 1.21.5', texts: {'"\\n"': '"\\n"', '"\\u00e9"': '"é"', '"\\x41"': '"A"', [`"\\'"`]: '"\'"', [`'\\"'`]: '"\\""', '"\\s"': '" "'}},
  {why: 'spaces before the ; of an array since 1.21.5', texts: {'[I ;1]': '[I;1]', '[ B;1b]': '[B;1b]'}},
  {why: 'what begins like a number is one or is refused since 1.21.5', texts: {'1abc': null, '01': null, '1.2.3': null, '-a': null, '+': null, '.': null, '1-2': null, '00b': null, '{a:1x}': null}},
  {why: 'numbers beyond their type are refused since 1.21.5', texts: {'128b': null, '32768s': null, '2147483648': null, '9223372036854775808L': null, '[B;200b]': null, '1e39f': null, '1e999d': null}},
  {why: 'nothing may follow the value; deepslate does not look', texts: {'1 2': null, '{} {}': null, '{}}': null, '"a"b': null, '[1]]': null}},
]

// A text of the grammar that both share.
function drawn(draw, depth) {
  const space = () => draw.of(['', '', '', ' ', '\n', '\t '])
  const bare = () => draw.of(['a', 'b_c', 'Name', 'x.y', 'z-1', 'w+2', '_q', 'True_'])
  const key = () => draw.of([bare(), bare(), '"k k"', "'it'", '"\\""', '7', '-8'])
  const text = () => draw.of(['"x"', "'y z'", '"\\\\"', "'\\''", '"ünï"', bare()])
  const whole = bits => String(BigInt.asIntN(bits, BigInt(Math.floor(draw.real() * 2 ** 32)) * BigInt(Math.floor(draw.real() * 2 ** 32))))
  const scalars = [
    () => whole(8) + draw.of(['b', 'B']), () => whole(16) + draw.of(['s', 'S']), () => whole(32), () => whole(64) + draw.of(['l', 'L']),
    () => draw.rounded(-1000, 1000, 3).toFixed(3) + draw.of(['f', 'F']), () => draw.between(-1e6, 1e6).toFixed(8) + draw.of(['', 'd', 'D']),
    () => draw.of(['true', 'false']), text, text,
  ]
  const listed = element => {
    const count = draw.below(4)
    const elements = []
    for (let i = 0; i < count; ++i) elements.push(space() + element() + space())
    return elements.join(',') + (count > 0 && draw.below(4) === 0 ? ',' : '')
  }
  const compound = level => {
    const made = () => `${key()}${space()}:${space()}${value(level + 1)}`
    return `{${listed(made)}}`
  }
  const value = level => {
    const kind = level > 3 ? draw.below(5) : draw.below(10)
    if (kind < 5) return draw.of(scalars)()
    if (kind < 7) return compound(level)
    if (kind === 7) return `[B;${listed(() => whole(8) + 'b')}]`
    if (kind === 8) return draw.below(2) ? `[I;${listed(() => whole(32))}]` : `[L;${listed(() => whole(64) + 'L')}]`
    const scalar = draw.of([...scalars.slice(0, 6), text, () => compound(level + 1)])
    return `[${listed(scalar)}]`
  }
  return depth === 0 ? compound(0) : value(0)
}

export function snbt() {
  const draw = new Draw(54)
  const {version} = JSON.parse(readFileSync(new URL('node_modules/deepslate/package.json', import.meta.url)))
  const texts = [...accepted]
  for (let i = 0; i < 160; ++i) texts.push(drawn(draw, i % 2))
  const check = (text, tag, expected) => {
    if ((tag !== null) !== expected) throw new Error(`${JSON.stringify(text)}: expected ${expected ? 'a value' : 'a refusal'}`)
    return tag
  }
  return {
    made_by: `deepslate ${version}`,
    accepted: texts.map(text => ({text, tag: check(text, read(text), true)})),
    refused: refused.map(text => (check(text, read(text), false), text)),
    left_out: left_out.flatMap(({why, texts}) =>
      Object.entries(texts).map(([text, ours]) => ({text, ours, theirs: read(text), why}))),
  }
}
