// The uploader's ports: the server's calls and the device's storage, which its tests replace.
import type { Handle } from './file-collection.ts'
import type { ResumeRecord } from './resume.ts'
import type { UploadPlacement, UploadStatus, Ticket } from './ticket.ts'

export type Ports = {
  create: (
    body: { name: string; size: number; storage_type?: 'chunked' } & UploadPlacement,
    key: string,
    signal: AbortSignal,
  ) => Promise<Ticket>
  state: (id: string) => Promise<UploadStatus>
  uptoken: (id: string, signal: AbortSignal) => Promise<string>
  uploaded: (id: string, signal: AbortSignal) => Promise<UploadStatus>
  callback: (id: string, fileKey: string, token: string, signal: AbortSignal) => Promise<UploadStatus>
  remove: (id: string) => Promise<unknown>
  retry: (id: string) => Promise<unknown>
  send: (
    method: 'PUT' | 'POST',
    url: string,
    bytes: Blob | string,
    headers: Record<string, string>,
    onSent: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<{ body: string }>
  wait: (attempt: number, signal: AbortSignal) => Promise<void>
  fingerprint: (file: File) => Promise<string>
  loadRecord: (key: string) => Promise<ResumeRecord | undefined>
  saveRecord: (record: ResumeRecord) => Promise<void>
  deleteRecord: (key: string) => Promise<void>
  /** The file of a handle; the browser may ask the person for permission. */
  openFile: (handle: Handle) => Promise<File | undefined>
  /** Locks the upload against other tabs; returns a function that unlocks it. */
  lock: (uploadId: string) => () => void
  now: () => number
  newKey: () => string
  /** Whether a retry may succeed: there was no answer, or the server was busy. */
  isTransient: (error: unknown) => boolean
  /** The code and parameters of anything thrown. */
  reason: (error: unknown) => { reason: string; params?: Record<string, unknown> }
}
