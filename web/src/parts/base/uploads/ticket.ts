// Types of an upload as the server declares and reports it, as far as sending needs them.

/** The answer of POST /api/uploads. */
export type Ticket = {
  id: string
  key: string
  type: string
  storage_type: 'media' | 'chunked' | 'object' | 'local'
  transcoder: 'WRPC' | null
  upload_url: string | null
  headers: Record<string, string>
  callback_token: string | null
}
export type UploadStatus = {
  id: string
  status: 'processing' | 'ready' | 'failed'
  reason: string | null
  percent: number
  playable: boolean
}
export type UploadPlacement = { parent_type?: string; parent_id?: string; allow_download?: boolean; is_scorm?: boolean }
