// Blocks of 4 MiB; two make one part of the store, which takes none under 5 MiB.
import { partSize } from '@lyceum/kit/blobs'

export const blockSize = 4_194_304
if (partSize !== 2 * blockSize) throw new Error('two blocks must make a part')

export const blockCount = (size: number): number => Math.ceil(size / blockSize)
/** Bytes of block `index`; 0 or less: there is no such block. */
export const lengthOf = (size: number, index: number): number => Math.min(blockSize, size - index * blockSize)
/** Store parts count from 1: blocks 0 and 1 are part 1. */
export const partOf = (index: number): number => Math.floor(index / 2) + 1
export const isSecond = (index: number): boolean => index % 2 === 1
/** The first of two, waiting for the other; the last block may have none. */
export const waits = (size: number, index: number): boolean => !isSecond(index) && index + 1 < blockCount(size)
