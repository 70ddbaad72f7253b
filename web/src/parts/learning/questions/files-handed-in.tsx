// The files of an answer that is looked through, to be opened.
import { Paperclip } from 'lucide-react'
import { bytes } from '../../../ui/format.ts'
import type { PaperFiles } from './paper-files.ts'

export function FilesHandedIn({ ids, files }: { ids: readonly string[]; files: PaperFiles | undefined }) {
  const found = ids.flatMap((id) => files?.known.get(id) ?? [])
  if (!files || found.length === 0) return null
  return (
    <ul className="mt-2 space-y-1">
      {found.map(({ upload_id, name, size, grant }) => (
        <li key={upload_id} className="flex items-center gap-2 text-small">
          <Paperclip aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-3" />
          <a
            href={new URL(`/bytes/${grant}/file`, files.bytesOrigin).href}
            target="_blank"
            rel="noopener noreferrer"
            className="min-w-0 break-all text-accent-text hover:underline"
          >
            {name}
          </a>
          <span className="tabular shrink-0 text-text-3">{bytes(size)}</span>
        </li>
      ))}
    </ul>
  )
}
