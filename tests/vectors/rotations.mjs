// Euler angles, slerp, and chains of translation * rotation * scale, by three.
import * as three from 'three'
import {Draw} from './draw.mjs'

const radians = degrees => degrees * Math.PI / 180
const euler = ([x, y, z]) => new three.Euler(radians(x), radians(y), radians(z), 'XYZ')
const quaternion = degrees => new three.Quaternion().setFromEuler(euler(degrees))
const parts = q => [q.x, q.y, q.z, q.w]

function eulers(draw) {
  const list = []
  for (const x of [-180, -90, -30, 0, 45, 90, 180]) {
    for (const y of [-90, 0, 10, 90]) {
      for (const z of [-60, 0, 180]) list.push([x, y, z])
    }
  }
  for (let i = 0; i < 60; ++i) list.push(draw.vector(-400, 400))
  return list.map(degrees => ({degrees, quaternion: parts(quaternion(degrees))}))
}

// Along the great circle from one to the other, neither of them turned round first.
function as_they_stand(from, to, t) {
  const angle = Math.acos(from.dot(to))
  const [a, b] = [parts(from), parts(to)]
  return a.map((part, i) => (Math.sin((1 - t) * angle) * part + Math.sin(t * angle) * b[i]) / Math.sin(angle))
}

function slerps(draw) {
  const pairs = [
    // The short way, across the seam of a turn and behind it.
    [[0, 0, 170], [0, 0, -170]], [[0, 0, 0], [0, 350, 0]], [[0, 0, 0], [0, 190, 0]], [[10, 0, 0], [370, 0, 0]],
    [[0, -170, 0], [0, 170, 0]], [[0, 0, 0], [0, 179, 0]], [[0, 0, 0], [0, 181, 0]], [[0, 0, 0], [-181, 0, 0]],
    // Nearly parallel, and equal.
    [[10, 20, 30], [10, 20, 30]], [[10, 20, 30], [10, 20, 30.0001]], [[0, 0, 0], [1e-7, 0, 0]],
    [[0, 0, 0], [0, 3.5, 0]], [[0, 0, 0], [0, 3.7, 0]], [[5, 5, 5], [6, 5, 4]],
    // Exactly half a turn: as the quaternions stand.
    [[0, 0, 0], [180, 0, 0]], [[0, 0, 0], [0, 180, 0]], [[0, 0, 0], [0, 0, 180]], [[0, 0, 0], [0, -180, 0]],
    [[90, 0, 0], [-90, 0, 0]], [[0, 45, 0], [0, 225, 0]],
    // The same, but rounding puts three's dot product below 0.
    [[0, 0, 270], [0, 180, 0]], [[-90, 360, -180], [0, 0, 0]], [[180, 360, -180], [180, 0, 0]], [[-180, 270, 0], [0, 0, 0]],
  ]
  for (let i = 0; i < 60; ++i) pairs.push([draw.vector(-400, 400), draw.vector(-400, 400)])
  const list = []
  const left_out = []
  for (const [from, to] of pairs) {
    const dot = quaternion(from).dot(quaternion(to))
    for (const t of [0, 0.25, 0.5, 0.9, 1, 1.1, -0.2]) {
      const entry = {from, to, t, quaternion: parts(quaternion(from).slerp(quaternion(to), t))}
      // D55 turns one end round below a dot product of -1e-6, three below 0: half a turn by way of rounding errors.
      if (dot >= 0 || dot < -1e-6) list.push(entry)
      else left_out.push({from, to, t, ours: as_they_stand(quaternion(from), quaternion(to), t), theirs: entry.quaternion,
        why: 'half a turn, dot product below 0 by rounding'})
    }
  }
  return {slerps: list, slerps_left_out: left_out}
}

// The upper three rows, row by row.
function rows(matrix) {
  const e = matrix.elements
  return [e[0], e[4], e[8], e[12], e[1], e[5], e[9], e[13], e[2], e[6], e[10], e[14]]
}

function transform(draw, kind) {
  const even = draw.rounded(0.2, 2)
  const scale = {
    one: [1, 1, 1],
    even: [even, even, even],
    mirrored: [even, -even, even],
    uneven: draw.vector(0.2, 2),
    any: draw.vector(-2, 2),
    flat: [even, 0, 1],
  }[kind]
  return {position: draw.vector(-3, 3), rotation: draw.vector(-200, 200), scale}
}

function object(parts) {
  const made = new three.Object3D()
  made.position.fromArray(parts.position)
  made.quaternion.copy(quaternion(parts.rotation))
  made.scale.fromArray(parts.scale)
  return made
}

function chains(draw) {
  const list = []
  const kinds = ['one', 'even', 'mirrored', 'uneven', 'any', 'flat']
  for (let i = 0; i < 48; ++i) {
    const nodes = []
    let parent = null
    const length = 1 + i % 6
    for (let k = 0; k < length; ++k) {
      nodes.push(transform(draw, i < 36 ? kinds[Math.floor(i / 6)] : draw.of(kinds)))
      const child = object(nodes[k])
      if (parent) parent.add(child)
      parent = child
    }
    parent.updateWorldMatrix(true, false)
    list.push({nodes, world: rows(parent.matrixWorld)})
  }
  return list
}

// Whole clips with linear keys, sampled by three's own keyframe tracks.
function clips(draw) {
  const list = []
  for (let i = 0; i < 8; ++i) {
    const duration = 8 + draw.below(8)
    const times = () => {
      const ticks = [0]
      while (ticks.at(-1) < duration) ticks.push(Math.min(duration, ticks.at(-1) + 1 + draw.below(6)))
      return ticks
    }
    const nodes = []
    for (let k = 0; k < 1 + i % 4; ++k) {
      // Less than half a turn from key to key, where no rule about the way is needed.
      const rotation = times().map(tick => ({tick, value: draw.vector(-40, 40)}))
      const position = times().map(tick => ({tick, value: draw.vector(-3, 3)}))
      const scale = times().map(tick => ({tick, value: i < 4 ? Array(3).fill(draw.rounded(0.3, 2)) : draw.vector(0.3, 2)}))
      nodes.push({position, rotation, scale})
    }
    const frames = []
    for (let tick = 0; tick <= duration; ++tick) {
      let parent = null
      for (const node of nodes) {
        const at = (Track, keys, values) => new Track('.x', keys.map(key => key.tick), keys.flatMap(values))
          .InterpolantFactoryMethodLinear(undefined).evaluate(tick)
        const child = new three.Object3D()
        child.position.fromArray(at(three.VectorKeyframeTrack, node.position, key => key.value))
        child.scale.fromArray(at(three.VectorKeyframeTrack, node.scale, key => key.value))
        child.quaternion.fromArray(at(three.QuaternionKeyframeTrack, node.rotation, key => parts(quaternion(key.value))))
        if (parent) parent.add(child)
        parent = child
      }
      parent.updateWorldMatrix(true, false)
      frames.push(rows(parent.matrixWorld).map(entry => Number(entry.toFixed(7))))
    }
    list.push({duration, nodes, last_node: frames})
  }
  return list
}

export function rotations() {
  const draw = new Draw(3)
  return {made_by: `three ${three.REVISION}`, eulers: eulers(draw), ...slerps(draw), chains: chains(draw), clips: clips(draw)}
}
