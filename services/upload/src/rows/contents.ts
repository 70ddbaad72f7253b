// The content of a file, by its recorded format where its name may have another ending.
import { kindOf } from './kinds.ts'
import { extensionOf } from './names.ts'

const endings: Partial<Record<string, string>> = { jpeg: 'jpg', tiff: 'tif' }
/** The ending that the bytes of a picture should have; else that of its name. */
export const endingOf = ({ name, format }: { name: string; format: string | null }): string =>
  format === null ? extensionOf(name) : (endings[format] ?? format)
/** The media type of a file's bytes. */
export const mediaOf = (file: { name: string; format: string | null; type: string }): string => {
  const { type, media } = kindOf(endingOf(file)) ?? { type: 'other', media: 'application/octet-stream' }
  return file.type === 'video' && type !== 'video' ? 'video/mp2t' : media
}
/** Pictures that are shown as a JPEG made of them. */
export const isConvertedPicture = (file: { name: string; format: string | null; type: string }): boolean =>
  file.type === 'image' && ['heic', 'heif'].includes(endingOf(file))
