// The ctx of a stored block: its index and hash, signed for its upload. The browser sends it back to join the blocks.
import { createHmac, timingSafeEqual } from 'node:crypto'

export type Ctx = { index: number /** sha256, base64url */; hash: string }

/** Bytes: an index of seven digits, two hashes, two dots. */
export const maxCtxLength = 7 + 1 + 43 + 1 + 43

const sign = (secret: string, upload: string, { index, hash }: Ctx) =>
  createHmac('sha256', Buffer.from(secret, 'base64url')).update(`${upload} ${index} ${hash}`).digest('base64url')

export const writeCtx = (secret: string, upload: string, ctx: Ctx): string => `${ctx.index}.${ctx.hash}.${sign(secret, upload, ctx)}`

/** Reads and verifies a ctx; undefined for one of another upload or a changed one. */
export function readCtx(secret: string, upload: string, text: string): Ctx | undefined {
  const [, index, hash, mac] = /^(\d{1,7})\.([\w-]{43})\.([\w-]{43})$/.exec(text) ?? []
  if (!index || !hash || !mac) return
  const ctx = { index: Number(index), hash }
  return timingSafeEqual(Buffer.from(sign(secret, upload, ctx)), Buffer.from(mac)) ? ctx : undefined
}
