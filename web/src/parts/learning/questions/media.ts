// Sounds and films in the texts of questions: an attachment is played in the page where it is one, also where its address comes only with a play.
import { filesIn, picturesIn } from '@lyceum/kit/text/rich-text'
import type { Answer } from '../../../client.ts'
import { cleanFragment } from '../../../ui/text/rich-text.tsx'

type GrantedFile = Answer<'GET /api/attempts/:id/files'>['items'][number]
export type MediaFile = { id: string; name: string; file: GrantedFile | undefined }

export const isPlayed = (type: string) => /^(audio|video)/.test(type)

/** `known`: what needs no play. `limited`: attachments of which nothing is known are sounds and films. */
export function mediaIn(html: string, known: ReadonlyMap<string, GrantedFile>, limited: boolean): MediaFile[] {
  const ids = filesIn(html)
  if (ids.length === 0) return []
  const pictures = new Set(picturesIn(html))
  const fragment = cleanFragment(html)
  return ids.flatMap((id): MediaFile[] => {
    const file = known.get(id)
    if (pictures.has(id) || (file ? !isPlayed(file.type) : !limited)) return []
    const name = file?.name ?? fragment.querySelector(`a[data-upload="${id}"]`)?.textContent?.trim() ?? ''
    return [{ id, name, file }]
  })
}
