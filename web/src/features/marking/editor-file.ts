// The file that the query of /pdf/editor names: an upload, or an address of our origins. Pure.
import type { Part } from './parts.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The address if it is of this origin or of the bytes' one, else undefined: nothing foreign is opened. */
export function ownAddress(address: string, bytesOrigin?: string, origin: string = window.location.origin): string | undefined {
  const url = URL.parse(address, origin)
  return url && (url.origin === origin || url.origin === bytesOrigin) && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** Quarter turns of a number of degrees. */
export const turnsIn = (angle: string | null): number => {
  const quarters = Math.round(Number(angle ?? 0) / 90)
  return Number.isFinite(quarters) ? ((quarters % 4) + 4) % 4 : 0
}

type EditorFile = { key: string; name: string; part: Part }

export function fileOf(
  parameters: URLSearchParams,
  own: (address: string) => string | undefined,
  untitled: string,
): EditorFile | undefined {
  const name = parameters.get('fileName') || untitled
  const id = (parameters.get('uploadId') ?? '').toLowerCase()
  if (uuid.test(id))
    return {
      key: id,
      name,
      part: { file: { upload_id: id, name, type: '', size: 0, in_text: false, status: 'ready', sha256: null, grant: '', url: null } },
    }
  const picture = parameters.get('imgURL')
  const given = parameters.get('file') || picture || parameters.get('attachmentUrl')
  const address = given ? own(given) : undefined
  if (!address) return undefined
  const type = (parameters.get('fileType') ?? '').toLowerCase()
  const kind =
    address === (picture && own(picture)) ||
    /^(image|jpe?g|png|gif|webp|svg)/.test(type) ||
    /\.(jpe?g|png|gif|webp)$/i.test(new URL(address).pathname)
      ? 'image'
      : 'pdf'
  return { key: address, name, part: { at: address, kind, name } }
}
