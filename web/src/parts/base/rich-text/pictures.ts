// Pictures and attachments in edited texts: uploaded like any file and referenced by upload id.
import { texts } from '../../../i18n.ts'
import { reasonText } from '../uploads/upload-state.ts'
import { uploads } from '../uploads/uploads.ts'

/** Uploads a file and resolves to its upload's id: a picture when it can be shown, another file when it is there. Else throws an Error with the
 *  reason as text. */
export async function uploadTextFile(file: File, onPercent: (percent: number) => void): Promise<string> {
  await texts('upload')
  const [key] = uploads.add([file])
  const isThere = (state: string) => state === 'done' || (state === 'processing' && !file.type.startsWith('image/'))
  return await new Promise<string>((resolve, reject) => {
    const settle = () => {
      const item = uploads.snapshot().find((upload) => upload.key === key)
      if (item && !isThere(item.state) && item.state !== 'failed') return onPercent(item.size ? (100 * item.sent) / item.size : 0)
      unsubscribe()
      if (item && isThere(item.state) && item.uploadId) resolve(item.uploadId)
      else reject(new Error(reasonText(item?.reason, item?.params) ?? ''))
    }
    const unsubscribe = uploads.subscribe(settle)
    settle()
  })
}
