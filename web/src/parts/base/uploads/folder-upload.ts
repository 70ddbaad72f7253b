// The upload of a planned folder: the folders are created from the top down, then their files are queued into them.
import { call, newKey } from '../../../client.ts'
import { problemText, fieldTexts } from '../errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { uploads } from './uploads.ts'
import type { PlannedFolder } from './plan.ts'
import type { SentFolder } from './tray-lists.ts'
import type { UploadPlacement } from './ticket.ts'

/** The target of an upload: the top of the person's files or of a course, or a folder of either. */
export type Target = { course?: string | undefined; folder?: string | undefined }
export const placementOf = ({ course, folder }: Target): UploadPlacement =>
  folder ? { parent_type: 'folder', parent_id: folder } : course ? { parent_type: 'course', parent_id: course } : {}

const makeFolder = async (name: string, placement: UploadPlacement, key: string): Promise<string> =>
  (await call('POST /api/uploads', { body: { name, is_folder: true, ...placement }, key })).id

/** Creates the folder with its subfolders and queues its files. On an error it stops, and the created folders stay. */
export async function sendFolder({ name, folders, files }: PlannedFolder, target: Target): Promise<SentFolder> {
  const key = newKey()
  const folderIds = new Map<string, string>()
  const keys: string[] = []
  try {
    for (const path of folders.length ? folders : [[name]]) {
      const parentId = folderIds.get(path.slice(0, -1).join('/'))
      const placement = parentId ? placementOf({ folder: parentId }) : placementOf(target)
      folderIds.set(path.join('/'), await makeFolder(path.at(-1) ?? name, placement, newKey()))
    }
    for (const path of new Set(files.map((file) => file.path.join('/')))) {
      const contents = files.filter((file) => file.path.join('/') === path)
      keys.push(...uploads.add(contents, placementOf({ folder: folderIds.get(path) })))
    }
    return { key, name, keys }
  } catch (error) {
    return { key, name, keys, fault: Object.values(fieldTexts(error))[0] || problemText(error) }
  } finally {
    void invalidate('GET /api/uploads', 'GET /api/courses/:id/resources')
  }
}
