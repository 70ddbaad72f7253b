// Lasting random ids of options, items and blanks.
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

export const partId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => letters[byte % letters.length]).join('')

/** An empty option. */
export const part = () => ({ id: partId(), text: '' })
