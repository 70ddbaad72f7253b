// The jobs of upload: kind → payload. service.ts binds their handlers.
import { enqueueFor } from '@lyceum/kit/jobs/jobs'
import { type OfTask, startTaskFor } from '@lyceum/kit/tasks/tasks'

type OfUpload = { upload: string }
/** A file from elsewhere for this person; `sealed`: an Offer. */
type Offered = OfUpload & { org: string; person: string; name: string; sealed: string }
export type Jobs = {
  /** Makes a video's or recording's renditions and picture. */
  transcode: OfUpload
  /** Makes the PDF that shows an office document. */
  convert: OfUpload
  countPages: OfUpload
  /** Reads the manifest and the directory of a package of lessons. */
  openPackage: OfUpload
  /** Deletes the bytes of a purged upload, and blobs of an upload that its row no longer names. */
  cleanUpload: OfUpload
  /** Deletes the files of an erased person, or these of them. */
  erasePersonFiles: { person: string; uploads?: string[] }
  /** Makes the upload of a file that is to be fetched, where there is none, and has it fetched. */
  expectFile: Offered
  /** Fetches a file from elsewhere into an upload of this person. */
  fetchFile: Offered
  /** Brings a file back that was deleted just before it was held fast, and computes its hash. */
  secureHeld: OfUpload
  /** Makes the copy without properties of a file or its preview. */
  stripFile: OfUpload & { of: 'file' | 'preview' }
  /** Reads its text, for holders that asked for it. */
  readText: OfUpload
  /** Emits the state of these uploads once more. */
  tellUploads: { uploads: string[] }
  /** The files of a course in a copy of it, for this person. */
  copyFiles: OfTask & { course: string; org: string; from: string; person: string }
  sweepUploads: undefined
  sweepMissingPages: undefined
  sweepMissingPreviews: undefined
  sweepUnopenedPackages: undefined
}
export const startTask = startTaskFor<Jobs>('upload')
export const enqueue = enqueueFor<Jobs>()
