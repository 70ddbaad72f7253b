// Files of an event: new ones, and ones of my own.
import { X } from 'lucide-react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { ChosenFiles, ExistingFile } from '../../parts/learning/forms/use-chosen-files.ts'
import { UploadProgress } from '../../parts/base/uploads/upload-progress.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { bytes } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Of one event (services/calendar events/api.ts). */
const mostFiles = 20
type EventFile = ExistingFile & { status: string }
/** The file behind each option that was offered. */
const found = new Map<string, ExistingFile>()

async function searchFiles(typed: string, signal: AbortSignal) {
  const conditions = JSON.stringify({ status: 'ready', ...(typed && { keyword: typed }) })
  const { items, total } = await call('GET /api/uploads', { query: { page_size: 50, conditions }, signal })
  const files = items.filter((one) => one.type !== 'folder' && one.status === 'ready') as EventFile[]
  for (const file of files) found.set(file.id, file)
  return { options: files.map(({ id, name, size }) => ({ value: id, label: name, detail: bytes(size) })), total }
}

export function EventFiles({ chosen, error }: { chosen: ChosenFiles; error: string | undefined }) {
  const t = useTexts('calendar')
  const { files } = chosen
  return (
    <Field group label={t('files')} error={error}>
      {() => (
        <div className="space-y-2">
          {files.length > 0 && (
            <ul className="divide-y divide-line rounded-card border border-line">
              {files.map(({ at, name, item }) => (
                <li key={at} className="flex items-center gap-2 py-1 pr-1 pl-3">
                  <span className="min-w-0 flex-1">
                    <span className="block wrap-break-word">{name}</span>
                    {item && item.state !== 'done' && <UploadProgress item={item} />}
                  </span>
                  <IconButton label={t('takeFile', { name })} icon={X} size="sm" onClick={() => chosen.take(at)} />
                </li>
              ))}
            </ul>
          )}
          {files.length < mostFiles && (
            <>
              <FileDrop
                title={t('dropFiles')}
                help={t('dropFilesHelp')}
                buttonLabel={t('chooseFiles')}
                onFiles={(given) => chosen.send(given.slice(0, mostFiles - files.length))}
              />
              <Combobox
                label={t('filesHelp')}
                value={undefined}
                search={searchFiles}
                onChange={(option) => {
                  const file = option && found.get(option.value)
                  if (file && !files.some(({ id }) => id === file.id)) chosen.choose(file)
                }}
              />
            </>
          )}
        </div>
      )}
    </Field>
  )
}
