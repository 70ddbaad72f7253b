// The bandwidth with which a recording begins: as it was last measured on this device, else as the browser estimates it.

/** Bits a second at an epoch time in milliseconds. */
export type Measured = { bits: number; at: number }
/** `navigator.connection`, where the browser has it; downlink in megabits a second. */
export type Connection = { downlink?: number; effectiveType?: string; saveData?: boolean }

const storageKey = 'lyceum.bandwidth'
/** An older measurement may be of another line. */
const keptFor = 7 * 86_400_000
/** Enough for the middle quality, where nothing is known. */
const unknown = 2_000_000
/** Enough for the lowest alone. */
const sparing = 400_000

/** Bits a second. Whoever asks their browser to save data begins with the least. */
export function startingBandwidth(measured: Measured | undefined, connection: Connection | undefined, now: number): number {
  if (connection?.saveData) return sparing
  if (measured && measured.bits > 0 && now - measured.at < keptFor) return measured.bits
  if (connection?.effectiveType?.endsWith('2g')) return sparing
  return connection?.downlink ? connection.downlink * 1_000_000 : unknown
}

export function measuredBandwidth(): Measured | undefined {
  try {
    const { bits, at } = Object(JSON.parse(localStorage.getItem(storageKey) ?? '{}')) as Partial<Measured>
    return typeof bits === 'number' && typeof at === 'number' ? { bits, at } : undefined
  } catch {
    return undefined
  }
}

export function keepBandwidth(bits: number): void {
  if (!Number.isFinite(bits) || bits <= 0) return
  try {
    localStorage.setItem(storageKey, JSON.stringify({ bits: Math.round(bits), at: Date.now() }))
  } catch {
    // measured again the next time
  }
}
