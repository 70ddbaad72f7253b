// MPEG transport streams, as cameras and recorders write them: packets of 188 bytes, with a time before (192) or a checksum behind each (204).

const sync = 0x47
const packetSizes = [188, 192, 204]
/** Packets that must follow each other, and those that suffice of a short file. */
const packets = 5
const fewest = 3

/** Whether the bytes at `at` begin a packet: no error is marked, and it has a content. */
const isPacket = (head: Uint8Array, at: number) => head[at] === sync && (head[at + 1]! & 0x80) === 0 && (head[at + 3]! & 0x30) !== 0

/** The first packet may begin anywhere: a recording may start within one. */
export function isTransportStream(head: Uint8Array): boolean {
  for (const size of packetSizes)
    for (let first = 0; first < size; first++) {
      const count = Math.min(packets, Math.floor((head.length - first) / size))
      if (count < fewest) break
      if (Array.from({ length: count }, (_, nth) => first + nth * size).every((at) => isPacket(head, at))) return true
    }
  return false
}
