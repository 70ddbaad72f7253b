// A chosen picture as the cover that is sent: at most 1280 px wide, JPEG, so that a list of courses stays light.
const widest = 1280
/** Bytes of a file that is read: photos of phones are smaller. */
const largest = 20 * 1024 * 1024

/** Throws where this browser cannot read the file as a picture. */
export async function coverPicture(file: File): Promise<File> {
  if (file.size > largest) throw new Error('too large')
  // turned as the camera was held
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, widest / bitmap.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.86))
  if (!blob) throw new Error('no picture')
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '') || 'cover'}.jpg`, { type: 'image/jpeg' })
}
