// Size of a picture by its first bytes, of the kinds that a PDF takes as they are: PNG and JPEG.

/** Most points of a PNG, whose bytes are unpacked to be written: of few bytes come gigabytes. */
const mostPoints = 24_000_000

/** Undefined for another kind, one that is broken, and one too large to unpack. In points of the picture, turned as its camera says. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = view.getUint32(0) === 0x89504e47 ? { width: view.getUint32(16), height: view.getUint32(20) } : jpegSize(view)
    if (!size || size.width === 0 || size.height === 0) return undefined
    return view.getUint32(0) === 0x89504e47 && size.width * size.height > mostPoints ? undefined : size
  } catch {
    return undefined
  }
}

function jpegSize(view: DataView): { width: number; height: number } | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; at < view.byteLength; ) {
    const marker = view.getUint16(at)
    if (marker < 0xff00) return undefined
    // frames, but for tables that stand between them
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
