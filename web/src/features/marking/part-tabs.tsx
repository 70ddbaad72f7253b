// The parts of a work to choose from: its text and its files; and its earlier versions.
import { FileText, Type } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { Select } from '../../ui/fields/field.tsx'
import { dateTime } from '../../ui/format.ts'
import { classes } from '../../ui/class-names.ts'
import type { Part } from './parts.ts'

export function PartTabs({
  parts,
  at,
  onPart,
  versions,
  n,
  onVersion,
  whenOf = dateTime,
}: {
  parts: readonly Part[]
  at: number
  onPart: (at: number) => void
  versions: readonly { n: number; submitted_at: string }[]
  n: number
  onVersion: (n: number) => void
  /** Of nameless work the day alone is known. */
  whenOf?: (at: string) => string
}) {
  const t = useTexts('marking')
  if (parts.length < 2 && versions.length < 2) return null
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-1 border-b border-line bg-surface px-2 py-1">
      <div role="group" aria-label={t('parts')} className="flex min-w-0 flex-1 flex-wrap gap-1">
        {parts.map((part, i) => {
          const Icon = 'text' in part ? Type : FileText
          return (
            <button
              key={i}
              type="button"
              aria-pressed={i === at}
              onClick={() => onPart(i)}
              className={classes(
                'inline-flex min-h-7 max-w-56 items-center gap-1.5 rounded-control px-2 text-small',
                i === at ? 'bg-accent-soft font-medium text-accent-soft-text' : 'text-text-2 hover:bg-hover',
              )}
            >
              <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
              <span className="truncate">{'text' in part ? t('writtenWork') : 'file' in part ? part.file.name : part.name}</span>
            </button>
          )
        })}
      </div>
      {versions.length > 1 && (
        <Select
          hideLabel
          label={t('version')}
          value={String(n)}
          onChange={(value) => onVersion(Number(value))}
          options={versions.map((version) => ({
            value: String(version.n),
            label: t('versionOf', { n: version.n, when: whenOf(version.submitted_at) }),
          }))}
          className="w-56"
        />
      )}
    </div>
  )
}
