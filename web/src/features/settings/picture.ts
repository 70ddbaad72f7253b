// A chosen picture as the small square that is sent: cut around its middle, 256 × 256 px, JPEG.
const side = 256
/** Bytes of a file that is read: photos of phones are smaller. */
export const largestPicture = 20 * 1024 * 1024

/** The middle square of a picture: its left and top edge, and its side. */
export function middleSquare(width: number, height: number): { x: number; y: number; size: number } {
  const size = Math.min(width, height)
  return { x: Math.round((width - size) / 2), y: Math.round((height - size) / 2), size }
}

/** As base64. Throws where this browser cannot read the file as a picture. */
export async function squarePicture(file: File): Promise<string> {
  if (file.size > largestPicture) throw new Error('too large')
  // turned as the camera was held
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const { x, y, size } = middleSquare(bitmap.width, bitmap.height)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, size, size, 0, 0, side, side)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', 0.86).slice('data:image/jpeg;base64,'.length)
}
