// The jobs of upload: kind → payload. service.ts binds their handlers.
import { enqueueFor } from '@lyceum/kit/jobs/jobs'

type OfUpload = { upload: string }
export type Jobs = {
  /** Makes a video's or recording's renditions and picture. */
  transcode: OfUpload
  /** Makes the PDF that shows an office document. */
  convert: OfUpload
  countPages: OfUpload
  /** Deletes the bytes of a purged upload, and blobs of an upload that its row no longer names. */
  cleanUpload: OfUpload
  /** Deletes the files of an erased person, or these of them. */
  erasePersonFiles: { person: string; uploads?: string[] }
  /** Emits the state of these uploads once more. */
  tellUploads: { uploads: string[] }
  sweepUploads: undefined
  sweepMissingPages: undefined
  sweepMissingPreviews: undefined
}
export const enqueue = enqueueFor<Jobs>()
