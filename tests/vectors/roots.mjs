// Where a root puts a point of its own space: the four cases that the format's reference implementation is tested
// with (format section 3.1), and three's answer for every byte angle.
import * as three from 'three'

export function roots() {
  const local = [0.5, 1.25, 3]
  const turned = []
  for (let step = 0; step < 256; step += 5) {
    const yaw = step * 360 / 256 - 180
    const point = new three.Vector3(...local).applyAxisAngle(new three.Vector3(0, 1, 0), (180 - yaw) * Math.PI / 180)
    turned.push({yaw, local, point: point.toArray().map(part => Number(part.toFixed(9)))})
  }
  return {
    made_by: `three ${three.REVISION}; reference: the cases of the format's reference implementation`,
    reference: [
      {yaw: 0, origin: [10, 20, 30], local: [0, 0, 3], point: [10, 20, 27]},
      {yaw: 90, origin: [10, 20, 30], local: [0, 0, 3], point: [13, 20, 30]},
      {yaw: 180, origin: [10, 20, 30], local: [0, 0, 3], point: [10, 20, 33]},
      {yaw: -90, origin: [10, 20, 30], local: [0, 0, 3], point: [7, 20, 30]},
    ],
    turned,
  }
}
