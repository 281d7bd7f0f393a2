// Molang programs and what molangjs makes of them. Left out, by name, is what decisions D19, D20 and D53 settle
// otherwise; for each of those the value that the product must give stands beside the one molangjs gives.
import {readFileSync} from 'node:fs'
import Molang from 'molangjs/dist/molang.esm.js'
import {Draw} from './draw.mjs'

const queries = {anim_time: 1.35, anim_time_ticks: 27, anim_length: 4, delta_time: 0.05, loop_count: 0, key_frame_lerp_time: 0.4, life_time: 1.35}

function evaluated(text) {
  const engine = new Molang()
  return engine.parse(text, Object.fromEntries(Object.entries(queries).map(([name, value]) => [`query.${name}`, value])))
}

const operators = [
  '1 + 2', '1 - 2', '3 * 4', '7 / 2', '1 - 2 - 3', '100 / 5 / 2', '2 + 3 * 4', '(2 + 3) * 4', '2 * 3 + 4 * 5', '10 - 4 / 2', '10 - 2 + 3', '10 / 2 * 3',
  '-3', '-3 + 5', '5 - -3', '2 * -3', '-(2 + 3)', '-2 * -3', '--2', '!0', '!1', '!5', '!!7', '!0 + 1', '!(1 - 1)', '-!0', '1 / 0', '0 / 0', '5 / (3 - 3)', '-1 / 0',
  '1 < 2', '2 < 1', '2 < 2', '2 <= 2', '3 <= 2', '2 > 1', '1 > 2', '2 >= 2', '1 >= 2', '1 == 1', '1 == 2', '1 != 1', '1 != 2', '1 + 1 == 2', '2 * 3 > 5', '1 < 2 + 3',
  '1 < 2 == 1', '3 > 2 != 0', '0 == 1 > 2', '1 && 1', '1 && 0', '0 && 1', '0 || 0', '0 || 3', '5 && 7', '2 || 0', '1 == 1 && 2 == 2', '1 > 2 || 2 > 1', '1 && 1 && 0',
  '0 || 0 || 1', '(1 || 0) && 0', '1 || (0 && 0)', '!0 && !0', '1 ? 2 : 3', '0 ? 2 : 3', '1 ? 2', '0 ? 2', '5 > 3 ? 10 : 20', '1 ? 2 + 3 : 4', '0 ? 1 : 2 + 3', '0 ? 1 : 0 ? 2 : 3',
  '0 ? 1 : 1 ? 2 : 3', '1 ? (0 ? 4 : 5) : 6', '1 && 0 ? 7 : 8', '1 + 1 ? 3 : 4', '(1 ? 2 : 3) * 10', 'v.none', 'v.none + 1', 'v.none ?? 3', 'v.none ?? v.other ?? 4', '5 ?? 6', '(v.none ?? 2) * 3',
  '1.5 + 0.25', '0.1 + 0.2', '1000000 * 1000000', '007', '3.0', '0.000001', '123456.789', '1 + 2 + 3 + 4 + 5 - 6 - 7', '((((1))))', '(1)+(2)', '2*(3-(4-5))', '1 - (2 - (3 - 4))',
  '4 - 3 * 2 / 6 + 1', '7 - 2 * 3 == 1', '1 < 2 && 3 < 4 ? 5 * 6 : 7 * 8', '- 3 * 2 + 10', '2 - 3 - -4', '0 - 1', '!3 == 0', '-2 < -1', '3 * !0', '4 / -2',
]

const names = [
  'q.anim_time', 'query.anim_time', 'Query.Anim_Time', 'Q.ANIM_TIME + 1', 'q.anim_length * q.key_frame_lerp_time', 'q.anim_time_ticks / 20', 'q.life_time == q.anim_time',
  'q.loop_count', 'q.delta_time * 20', 'math.sin(q.anim_time * 360)', 'math.cos(q.anim_time_ticks * 18) * 2.5', 'q.anim_time > 1 ? 1 : 0', '-q.anim_time', '!q.anim_time', '!q.loop_count',
  'q.anim_time / q.loop_count', 'math.lerp(0, 90, q.key_frame_lerp_time)', 'math.mod(q.anim_time, 1)', 'q.anim_time > 0.5 && q.anim_time < 2', '(q.anim_time - 1) * (q.anim_time - 1)',
]

const statements = [
  'v.x = 3; v.x', 'v.x = 3; v.x * v.x', 'variable.x = 2; v.x + variable.x', 'v.X = 4; V.x', 't.a = 1; t.a + 1', 'temp.a = 5; t.a - temp.a', 'v.x = 1; v.x = v.x + 1; v.x = v.x * 5; v.x',
  'v.x = 2; v.y = 3; v.x * v.y', 'v.x = 1 > 2 ? 3 : 4; v.x', 'v.x = 0; v.x ?? 5; 9', 'return 5', 'return 5;', 'return 1 + 2 * 3; 99', 'v.x = 7; return v.x; v.x = 8; v.x', 'v.x = 7; return v.x > 5 ? 1 : 2;',
  '1; 2; 3', '1; 2; 3;', 'v.x = 1; v.x > 0 ? v.x = 5; v.x', 'v.x = 1; v.x > 5 ? {v.x = 10;} : {v.x = 20;}; v.x', 'v.x = 0; 1 ? v.x = 4 : v.x = 6; v.x', 'v.x = 0; 0 ? v.x = 4 : v.x = 6; v.x',
  'v.x = 3; {v.x = v.x + 1; v.x = v.x * 2;}; v.x', 'v.x = 2; v.y = v.x + 1; v.z = v.x * v.y; v.z - 1', 'v.none.deep', 'v.a_long_name_1 = 6; v.a_long_name_1 / 4', 'v.x = -2; -v.x', 'v.x = 2; !v.x', 'v.x = 1 == 1; v.x',
  'v.x = 1; v.x == 1 ? 10 : 20', 'v.x = (2 + 3) * 2; (v.x)', 'v.a = 1; v.b = v.none ?? 8; v.a + v.b', 'v.x = 5; v.y = v.x ?? 1; v.y',
]

const loops = [
  'v.x = 0; loop(5, {v.x = v.x + 2;}); v.x', 'v.x = 1; loop(10, {v.x = v.x * 2;}); v.x', 'v.x = 0; loop(0, {v.x = 1;}); v.x', 'v.x = 0; loop(-3, {v.x = 1;}); v.x', 'v.x = 0; loop(2000, {v.x = v.x + 1;}); v.x',
  'v.x = 0; loop(10, {v.x = v.x + 1; v.x >= 4 ? break;}); v.x', 'v.x = 0; v.y = 0; loop(10, {v.x = v.x + 1; v.x > 5 ? continue; v.y = v.y + 1;}); v.y', 'v.x = 0; loop(3, {loop(4, {v.x = v.x + 1;});}); v.x',
  'v.x = 0; loop(10, {v.x = v.x + 1; v.x == 6 ? {return 42;};}); v.x', 'v.x = 0; loop(10, {v.x = v.x + 1; v.x == 60 ? {return 42;};}); v.x', 'v.a = 0; v.b = 1; loop(12, {t.n = v.a + v.b; v.a = v.b; v.b = t.n;}); v.a',
  'v.n = 0; v.i = 0; loop(100, {v.i = v.i + 1; math.mod(v.i, 2) == 0 ? continue; v.n = v.n + v.i; v.i > 20 ? break;}); v.n', 'v.x = 0; loop(3, {v.x = v.x + 1; loop(10, {v.x = v.x + 10; break;});}); v.x',
  'v.x = 0; loop(2 + 1, {v.x = v.x + 1;}); v.x', 'v.c = 4; v.x = 0; loop(v.c, {v.x = v.x + v.c;}); v.x', 'v.x = 10; loop(3, v.x = v.x - 1); v.x',
]

// Every function over arguments that have an answer.
function functions(draw) {
  const list = []
  const unary = {
    abs: [-3.5, 0, 2], ceil: [1.2, -1.2, 3, -0.5], floor: [1.8, -1.2, 3], round: [1.5, 2.5, -1.5, -2.5, 0.49, -0.4, 7], trunc: [1.9, -1.9, 0.5], sqrt: [0, 2, 16], exp: [0, 1, -2.5], ln: [1, 2.718281828, 100],
    sin: [0, 30, 90, 180, -45, 400, 720.5], cos: [0, 60, 90, 180, -45, 400], asin: [0, 0.5, 1, -1], acos: [0, 0.5, 1, -1], atan: [0, 1, -3, 1000], hermite_blend: [0, 0.25, 0.5, 0.9, 1, 1.5],
    min_angle: [0, 90, 180, -180, 181, -181, 360, 540, 725, -900], sign: [5, -0.5, 100],
  }
  for (const [name, values] of Object.entries(unary)) for (const value of values) list.push(`math.${name}(${value})`)
  const binary = {
    min: [[1, 2], [2, 1], [-1, -2], [3, 3]], max: [[1, 2], [2, 1], [-1, -2]], mod: [[7, 3], [-7, 3], [7, -3], [7.5, 2], [-0.5, 1], [6, 3]], pow: [[2, 10], [2, -1], [9, 0.5], [-2, 3], [0, 0], [5, 0]],
    atan2: [[1, 1], [-1, 1], [1, -1], [-1, -1], [0, 1], [0, -1], [2, 0]], copy_sign: [[3, 1], [3, -2], [-3, 5], [-3, -5], [0, 2]],
  }
  for (const [name, pairs] of Object.entries(binary)) for (const pair of pairs) list.push(`math.${name}(${pair.join(', ')})`)
  const ternary = {
    clamp: [[5, 0, 10], [-5, 0, 10], [15, 0, 10], [0, 0, 10], [10, 0, 10], [1.5, 1, 2]], lerp: [[0, 10, 0.3], [10, 0, 0.3], [0, 10, 0], [0, 10, 1], [0, 10, 1.5], [0, 10, -0.5], [5, 5, 0.2]],
    inverse_lerp: [[0, 10, 3], [10, 0, 3], [-5, 5, 0], [0, 10, 15]], lerprotate: [[0, 90, 0.5], [10, 170, 0.25], [0, 180, 0.5], [350, 355, 0.5], [30, 30, 0.5]],
  }
  for (const [name, triples] of Object.entries(ternary)) for (const triple of triples) list.push(`math.${name}(${triple.join(', ')})`)
  const families = ['sine', 'quad', 'cubic', 'quart', 'quint', 'expo', 'circ', 'back', 'elastic', 'bounce']
  for (const family of families) {
    for (const direction of ['in', 'out', 'in_out']) {
      const name = `${direction}_${family}`
      if (['in_bounce', 'out_elastic', 'in_out_elastic'].includes(name)) continue  // see left_out
      for (const at of [0, 0.1, 0.25, 0.5, 0.7, 0.95, 1]) list.push(`math.ease_${name}(${draw.of([0, -2, 3])}, ${draw.of([1, 10, -4])}, ${at})`)
    }
  }
  list.push('math.pi', 'Math.PI * 2', 'MATH.Sin(90)', '-math.sin(90)', 'math.sin(30) + math.cos(60)', 'math.max(1, math.min(5, 3))', 'math.abs(math.sin(200)) * 10', 'math.sqrt(math.pow(3, 2) + math.pow(4, 2))',
    'math.clamp(math.sin(80) * 2, -1, 1)', 'math.lerp(math.pi, 0, 0.5)', 'math.round(math.pi * 100) / 100', 'math.sin(math.lerp(0, 90, 1))', '!math.sin(0)', 'math.floor(7 / 2) == 3', 'math.pow(2, 3) > 7 && math.ln(1) == 0')
  return list
}

// Operators and calls whose operands are known only when they run.
function at_run_time(calls) {
  const list = []
  for (const operator of ['+', '-', '*', '/', '<', '<=', '>', '>=', '==', '!=', '&&', '||', '??', '?']) {
    for (const [a, b] of [[1, 2], [2, 1], [2, 2], [3, 0], [0.5, -4]]) list.push(`v.a = ${a}; v.b = ${b}; return v.a ${operator} v.b;`)
  }
  for (const a of [0, 1, -2.5]) list.push(`v.a = ${a}; -v.a`, `v.a = ${a}; !v.a`, `v.a = ${a}; v.a ? 3 : 4`, `v.a = ${a}; v.a * 0 == 0 && v.a`)
  for (const call of calls.filter((_, i) => i % 2 === 0)) {
    const match = call.match(/^math\.(\w+)\(([^()]*)\)$/)
    if (!match) continue
    const values = match[2].split(', ')
    const names = values.map((_, i) => `v.${'abc'[i]}`)
    list.push(`${values.map((value, i) => `${names[i]} = ${value}`).join('; ')}; return math.${match[1]}(${names.join(', ')});`)
  }
  return list
}

// Programs from the part of the grammar on which both agree: parentheses where the rank of operators differs.
function drawn(draw) {
  const atom = level => draw.of([
    () => String(draw.rounded(0, 20, draw.below(3))), () => String(draw.below(10)), () => `q.${draw.of(Object.keys(queries))}`, () => `v.${draw.of(['a', 'b', 'c'])}`, () => 't.t',
    () => `(${value(level + 1)})`, () => `-${draw.below(9) + 1}`, () => `!(${value(level + 1)})`, () => call(level + 1),
  ].slice(0, level > 3 ? 5 : 9))()
  const call = level => draw.of([
    () => `math.${draw.of(['sin', 'cos', 'abs', 'floor', 'ceil', 'round', 'trunc', 'atan'])}(${value(level)})`, () => `math.${draw.of(['min', 'max'])}(${value(level)}, ${value(level)})`,
    () => `math.clamp(${value(level)}, ${draw.below(5)}, ${5 + draw.below(5)})`, () => `math.lerp(${value(level)}, ${value(level)}, ${draw.rounded(0, 1)})`,
  ])()
  const product = level => draw.below(3) ? atom(level) : `${atom(level)} ${draw.of(['*', '*', '/'])} ${atom(level)}`
  const sum = level => draw.below(2) ? product(level) : `${product(level)} ${draw.of(['+', '-'])} ${product(level)}${draw.below(3) ? '' : ` - ${product(level)}`}`
  const comparison = level => draw.below(3) ? sum(level) : `${sum(level)} ${draw.of(['<', '<=', '>', '>=', '==', '!='])} ${sum(level)}`
  const logic = level => draw.below(4) ? comparison(level) : `${comparison(level)} ${draw.of(['&&', '||'])} ${comparison(level)}`
  const value = level => level < 3 && draw.below(4) === 0 ? `${logic(level)} ? ${comparison(level)} : ${comparison(level)}` : logic(level)
  const begin = `v.a = ${draw.rounded(-5, 5)}; v.b = ${draw.below(4)}; v.c = ${draw.below(2)}; t.t = ${draw.rounded(0, 1)}; `
  return begin + (draw.below(3) ? '' : `v.b = ${value(1)}; `) + `return ${value(0)};`
}

// {text, ours, why}: `ours` is null where the product refuses at load.
const left_out = [
  {why: 'D19: ?? goes by truthiness, in molangjs by whether the name exists', texts: {'0 ?? 5': 5, 'v.x = 0; v.x ?? 5': 5, '(1 - 1) ?? 2': 2}},
  {why: 'D20: && binds tighter than ||, in molangjs the other way round', texts: {'1 || 0 && 0': 1, '0 && 1 || 1': 1}},
  {why: 'D20: ?? binds tighter than ?:, in molangjs looser', texts: {'1 ? v.none ?? 7 : 8': 7, '5 ?? 0 ? 3 : 4': 3}},
  {why: 'D20: comparisons and equality go from left to right, in molangjs from right to left', texts: {'3 > 2 > 1': 0, '1 == 2 == 0': 1, '2 == 2 == 1': 1}},
  {why: 'D20: ?: in the middle of ?: belongs to the nearest ?', texts: {'1 ? 0 ? 4 : 5 : 6': 5}},
  {why: 'sign(0) is -1', texts: {'math.sign(0)': -1}},
  {why: 'D53: mod(x, 0) is 0', texts: {'math.mod(5, 0) + 1': 1}},
  {why: 'loop counts are rounded, in molangjs taken up', texts: {'v.x = 0; loop(2.4, {v.x = v.x + 1;}); v.x': 2}},
  {why: 'D53: easings have the shapes of easings.net; molangjs takes in_out_bounce for in_bounce', texts: {'math.ease_in_bounce(0, 1, 0.25)': 0.02734375, 'math.ease_in_bounce(0, 1, 0.7)': 0.319375}},
  {why: 'D53: easings have the shapes of easings.net; molangjs doubles the time of out_elastic and has another period in in_out_elastic',
    texts: {'math.ease_out_elastic(0, 1, 0.25)': 0.9116116523516816, 'math.ease_in_out_elastic(0, 1, 0.25)': 0.011969444423734044}},
  {why: 'D53: a bare name is refused', texts: {'foo + 1': null, 'true_one': null}},
  {why: 'D19: an unknown function is refused', texts: {'math.sinus(3)': null, 'q.no_such_query': null}},
]

export function molang() {
  const draw = new Draw(19)
  const {version} = JSON.parse(readFileSync(new URL('node_modules/molangjs/package.json', import.meta.url)))
  const calls = functions(draw)
  const texts = [...operators, ...names, ...statements, ...loops, ...calls, ...at_run_time(calls)]
  for (let i = 0; i < 150; ++i) texts.push(drawn(draw))
  const programs = texts.map(text => ({text, value: evaluated(text)})).filter(({value}) => Number.isFinite(value))
  return {
    made_by: `molangjs ${version}`,
    queries,
    programs,
    left_out: left_out.flatMap(({why, texts}) => Object.entries(texts).map(([text, ours]) => {
      const theirs = evaluated(text)
      if (ours === theirs) throw new Error(`${text} is left out without need`)
      return {text, ours, theirs: Number.isFinite(theirs) ? theirs : String(theirs), why}
    })),
  }
}
