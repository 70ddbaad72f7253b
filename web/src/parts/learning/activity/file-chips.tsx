// The files of an activity by name, one of them shown below; nothing where there is only one.
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'

type Named = { id: string; name: string }

export function FileChips({ files, index, onChoose }: { files: readonly Named[]; index: number; onChoose: (index: number) => void }) {
  const t = useTexts('activity')
  if (files.length < 2) return null
  return (
    <ul aria-label={t('files')} className="flex flex-wrap gap-2">
      {files.map((file, at) => (
        <li key={file.id}>
          <button
            type="button"
            aria-pressed={at === index}
            onClick={() => onChoose(at)}
            className={classes(
              'min-h-(--control-sm) rounded-control border px-2.5 text-small break-all',
              at === index ? 'border-accent-line bg-accent-soft text-accent-soft-text' : 'border-line bg-surface hover:bg-hover',
            )}
          >
            {file.name}
          </button>
        </li>
      ))}
    </ul>
  )
}
