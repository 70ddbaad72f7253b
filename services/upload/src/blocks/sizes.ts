// Blocks of 4 MiB. A store that takes no parts so small gets two as one: the first waits until the second comes.
import { blockSize } from '../bytes/api.ts'

export const blockCount = (size: number): number => Math.ceil(size / blockSize)
/** Bytes of block `index`; 0 or less: there is no such block. */
export const lengthOf = (size: number, index: number): number => Math.min(blockSize, size - index * blockSize)

/** How the blocks of a file of `size` bytes become parts of a store whose parts have `partSize`. */
export function partition(size: number, partSize: number) {
  const perPart = partSize / blockSize
  if (perPart !== 1 && perPart !== 2) throw new Error(`parts of ${partSize} bytes`)
  const isSecond = (index: number) => perPart === 2 && index % 2 === 1
  return {
    /** Parts count from 1. */
    partOf: (index: number) => Math.floor(index / perPart) + 1,
    isSecond,
    /** The first of two, waiting for the other; the last block may have none. */
    waits: (index: number) => perPart === 2 && !isSecond(index) && index + 1 < blockCount(size),
  }
}
