// Sources of authors' pictures.
import { picturesIn } from '@lyceum/kit/text/rich-text'
import { currentScope } from '../../../client.ts'

/** The address of an upload's picture for authors: their own uploads and those of the course's other teachers. */
export const pictureSource = (upload: string): string | undefined => {
  const org = currentScope()?.org
  return org && `/api/uploads/${upload}/blob?scope=${org}`
}

/** The addresses of all pictures of a text, by their upload's id. */
export const pictureSources = (html: string): ReadonlyMap<string, string> =>
  new Map(picturesIn(html).flatMap((upload): [string, string][] => [[upload, pictureSource(upload) ?? '']]))
