// The sizes of blocks and parts. A store whose parts are larger than 4 MiB gets two blocks as one part.
import { blockSize } from '../rows/shapes.ts'

export const blockCount = (size: number): number => Math.ceil(size / blockSize)
/** Bytes of block `index`; 0 or less: there is no such block. */
export const lengthOf = (size: number, index: number): number => Math.min(blockSize, size - index * blockSize)

/** The mapping of a file's blocks (`size` bytes) to parts of a store (`partSize` bytes). */
export function partition(size: number, partSize: number) {
  const perPart = partSize / blockSize
  if (perPart !== 1 && perPart !== 2) throw new Error(`parts of ${partSize} bytes`)
  const isSecond = (index: number) => perPart === 2 && index % 2 === 1
  return {
    /** Parts count from 1. */
    partOf: (index: number) => Math.floor(index / perPart) + 1,
    isSecond,
    /** Whether a block is the first of a pair and waits for the second; the last block may have none. */
    waits: (index: number) => perPart === 2 && !isSecond(index) && index + 1 < blockCount(size),
  }
}
