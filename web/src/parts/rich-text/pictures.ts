// Pictures in edited texts: uploaded like any file and referenced by upload id.
import { currentScope } from '../../client.ts'
import { texts } from '../../i18n.ts'
import { reasonText } from '../uploads/upload-state.ts'
import { uploads } from '../uploads/uploads.ts'

/** Uploads a picture and resolves to its upload's id when it can be shown; else throws an Error with the reason as text. */
export async function uploadPicture(file: File): Promise<string> {
  await texts('upload')
  const [key] = uploads.add([file])
  return await new Promise<string>((resolve, reject) => {
    const settle = () => {
      const item = uploads.snapshot().find((upload) => upload.key === key)
      if (item && item.state !== 'done' && item.state !== 'failed') return
      unsubscribe()
      if (item?.state === 'done' && item.uploadId) resolve(item.uploadId)
      else reject(new Error(reasonText(item?.reason, item?.params) ?? ''))
    }
    const unsubscribe = uploads.subscribe(settle)
    settle()
  })
}

/** The address of an upload's picture for authors: their own uploads and those of the course's other teachers. */
export const pictureSource = (upload: string): string | undefined => {
  const org = currentScope()?.org
  return org && `/api/uploads/${upload}/blob?scope=${org}`
}
