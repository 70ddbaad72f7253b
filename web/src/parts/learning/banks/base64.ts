/** Bytes as base64: of files in bodies, and of those that come back. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  // in pieces: a call takes only so many arguments
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
