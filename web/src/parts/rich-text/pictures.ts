// Pictures in texts that are written: they go up like any file, and the text names their upload.
import { currentScope } from '../../client.ts'
import { texts } from '../../i18n.ts'
import { reasonText } from '../uploads/upload-state.ts'
import { uploads } from '../uploads/uploads.ts'

/** Sends a picture and answers its upload's id when it can be shown; else throws with the reason in words. */
export async function uploadPicture(file: File): Promise<string> {
  await texts('upload')
  const [key] = uploads.add([file])
  return await new Promise<string>((done, refuse) => {
    const look = () => {
      const item = uploads.snapshot().find((one) => one.key === key)
      if (item && item.state !== 'done' && item.state !== 'failed') return
      stop()
      if (item?.state === 'done' && item.uploadId) done(item.uploadId)
      else refuse(new Error(reasonText(item?.reason, item?.params) ?? ''))
    }
    const stop = uploads.subscribe(look)
    look()
  })
}

/** Where who writes a text sees its pictures: their own, and those of the course's other teachers. */
export const pictureSource = (upload: string): string | undefined => {
  const org = currentScope()?.org
  return org && `/api/uploads/${upload}/blob?scope=${org}`
}
