// One core's part of the calibration: the usual work of a JavaScript process here, namely JSON, strings, maps, sorting and hashes.
import { createHash } from 'node:crypto'

for (let round = 0; round < 1500; round++) {
  const people = Array.from({ length: 400 }, (_, at) => ({ id: `${at * 7919}`, name: `Person ${at % 97}`, roles: ['student', 'teacher'] }))
  const read = JSON.parse(JSON.stringify({ items: people })) as { items: typeof people }
  const byName = new Map<string, number>()
  for (const { name } of read.items) byName.set(name, (byName.get(name) ?? 0) + 1)
  read.items.sort((a, b) => (a.id < b.id ? -1 : 1))
  createHash('sha256').update(JSON.stringify(read)).digest()
}
