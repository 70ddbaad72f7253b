// The codes of a roll call: sums of its secret over slots of the server's clock, so that every replica has the same and nothing is stored for each. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Milliseconds: of a number, for which it is taken longer, of a QR code, for which that is taken in all. */
export const numberSlot = 60_000
export const numberGrace = 5000
export const qrSlot = 5000
export const qrTaken = 10_000

/** A roll call's secret, and when it was opened: its slots count from there. */
export type Codes = { id: string; secret: Buffer; openedAt: Date }

const sum = ({ secret, id }: Codes, of: string): Buffer => createHmac('sha256', secret).update(`${id} ${of}`).digest()
const slotAt = (opened: Date, now: Date, length: number): number => Math.floor((now.getTime() - opened.getTime()) / length)
const startOf = (opened: Date, slot: number, length: number): Date => new Date(opened.getTime() + slot * length)

const numberOf = (codes: Codes, slot: number): string => String(sum(codes, `number ${slot}`).readUIntBE(0, 6) % 10_000).padStart(4, '0')
const macOf = (codes: Codes, slot: number): string => sum(codes, `qr ${slot}`).subarray(0, 16).toString('base64url')

/** The number of a moment, and the end of it. */
export function numberAt(codes: Codes, now: Date): { number: string; until: Date } {
  const slot = slotAt(codes.openedAt, now, numberSlot)
  return { number: numberOf(codes, slot), until: startOf(codes.openedAt, slot + 1, numberSlot) }
}

/** The text of the QR code of a moment, and the end of it. */
export function qrAt(codes: Codes, now: Date): { qr: string; until: Date } {
  const slot = slotAt(codes.openedAt, now, qrSlot)
  return { qr: `${codes.id}.${slot}.${macOf(codes, slot)}`, until: startOf(codes.openedAt, slot + 1, qrSlot) }
}

/** Whether a number is the present one, or the one before for a few seconds. */
export function isNumber(codes: Codes, number: string, now: Date): boolean {
  const early = new Date(now.getTime() - numberGrace)
  const slots = [now, early].map((at) => slotAt(codes.openedAt, at, numberSlot))
  return slots.some((slot) => slot >= 0 && numberOf(codes, slot) === number)
}

/** When the code of a QR text began; undefined for one that is not of this roll call, or not of the last ten seconds. */
export function beginOfQr(codes: Codes, text: string, now: Date): Date | undefined {
  const [, id, number = '', mac = ''] = /^([0-9a-f-]{36})\.(\d{1,9})\.([A-Za-z0-9_-]{22})$/.exec(text) ?? []
  if (id !== codes.id) return undefined
  const slot = Number(number)
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(codes, slot)))) return undefined
  const begin = startOf(codes.openedAt, slot, qrSlot)
  const age = now.getTime() - begin.getTime()
  return age >= 0 && age < qrTaken ? begin : undefined
}

/** A network as a sum: whoever has no secret learns no address of it, and with the secret it goes. */
export const networkSum = (codes: Codes, network: string): string => sum(codes, `network ${network}`).subarray(0, 16).toString('base64url')
