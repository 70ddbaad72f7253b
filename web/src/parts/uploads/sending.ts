// A plan carried out: folders are made from the top down, then their files are queued into them.
import { call, newKey } from '../../client.ts'
import { problemText, fieldTexts } from '../errors/problem-text.ts'
import { outdate } from '../../queries.ts'
import { uploads } from './uploads.ts'
import type { PlannedFolder } from './plan.ts'
import type { SentFolder } from './set-aside.ts'
import type { Place } from './ticket.ts'

/** Where things go: the top of my files or of a course, or a folder of either. */
export type Target = { course?: string | undefined; folder?: string | undefined }
export const placeOf = ({ course, folder }: Target): Place =>
  folder ? { parent_type: 'folder', parent_id: folder } : course ? { parent_type: 'course', parent_id: course } : {}

const makeFolder = async (name: string, place: Place, key: string): Promise<string> =>
  (await call('POST /api/uploads', { body: { name, is_folder: true, ...place }, key })).id

/** Makes the folder with all below it and queues its files; a fault ends it there, and what was made stays. */
export async function sendFolder({ name, folders, files }: PlannedFolder, target: Target): Promise<SentFolder> {
  const key = newKey()
  const made = new Map<string, string>()
  const keys: string[] = []
  try {
    for (const path of folders.length ? folders : [[name]]) {
      const above = made.get(path.slice(0, -1).join('/'))
      const place = above ? placeOf({ folder: above }) : placeOf(target)
      made.set(path.join('/'), await makeFolder(path.at(-1) ?? name, place, newKey()))
    }
    for (const path of new Set(files.map((one) => one.path.join('/')))) {
      const inside = files.filter((one) => one.path.join('/') === path)
      keys.push(...uploads.add(inside, placeOf({ folder: made.get(path) })))
    }
    return { key, name, keys }
  } catch (error) {
    return { key, name, keys, fault: Object.values(fieldTexts(error))[0] || problemText(error) }
  } finally {
    void outdate('GET /api/uploads', 'GET /api/courses/:id/resources')
  }
}
