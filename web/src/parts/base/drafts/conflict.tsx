// Two versions of a form's value side by side, on a phone below one another: differences are marked, and the person uses mine, theirs, or both
// merged by paragraphs. Nothing is saved here.
import { useMemo, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { ConflictRow } from './conflict-row.tsx'
import { type Choice, presetOf } from './merge.ts'
import { useNewerText } from './newer-note.tsx'
import type { SavedBy } from './use-versions.tsx'
import { type Choices, compareFields, mergeFields, type VersionField } from './version-fields.ts'
import { VersionText } from './version-text.tsx'

type ConflictProps = {
  fields: readonly VersionField<object>[]
  /** The version that both began from; undefined where nobody knows. */
  base: object | undefined
  mine: object
  theirs: object
  by: SavedBy
  /** The form saves what is chosen by itself. */
  savesItself?: boolean
  /** Puts the chosen value into the form; returns its undo. */
  onResolve: (value: object) => () => void
  onClose: () => void
}

export default function Conflict({ fields, base, mine, theirs, by, savesItself = false, onResolve, onClose }: ConflictProps) {
  const t = useTexts('drafts')
  const newerText = useNewerText()
  const compared = useMemo(() => compareFields(fields, base, mine, theirs), [fields, base, mine, theirs])
  const [choices, setChoices] = useState<Choices>({})
  const open = compared.flatMap(({ rows }, field) =>
    rows.filter((row, at) => row.kind === 'changed' && !presetOf(row) && !choices[field]?.[at]),
  )
  const sides = { mine: t('mine'), theirs: by.mine ? t('otherWindow') : by.name ? t('theirsOf', { name: by.name }) : t('theirs') }
  const choose = (field: number, row: number, choice: Choice) =>
    setChoices((present) => ({ ...present, [field]: { ...present[field], [row]: choice } }))
  const resolve = (value: object, text: string) => {
    const undo = onResolve(value)
    toast({ text, undo })
  }
  return (
    <Dialog
      open
      top
      width={900}
      title={t('twoVersions')}
      description={`${newerText(by)} ${t('twoVersionsHelp')}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => resolve(theirs, t('takenTheirs'))}>{t('useTheirs')}</Button>
          <Button onClick={() => resolve(mine, t(savesItself ? 'takenMineSaved' : 'takenMine'))}>{t('useMine')}</Button>
          <Button
            variant="primary"
            off={open.length > 0 ? t('chooseFirst', { count: open.length }) : undefined}
            onClick={() => resolve(mergeFields(compared, mine, choices), t(savesItself ? 'takenMergedSaved' : 'takenMerged'))}
          >
            {t('merge')}
          </Button>
        </>
      }
    >
      <div className="space-y-5 pb-3">
        {compared.map(({ field, rows }, fieldAt) => (
          <section key={field.label} aria-label={field.label}>
            <h3 className="mb-2 text-section font-semibold">{field.label}</h3>
            <div className="space-y-3">
              {rows.map((row, at) =>
                row.kind === 'same' ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
                  <Unchanged key={at} paragraphs={row.parts} />
                ) : (
                  <ConflictRow
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
                    key={at}
                    row={row}
                    field={field}
                    sides={sides}
                    choice={choices[fieldAt]?.[at] ?? presetOf(row)}
                    onChoose={(choice) => choose(fieldAt, at, choice)}
                  />
                ),
              )}
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** The fields that both have alike, folded. */
function Unchanged({ paragraphs }: { paragraphs: string[] }) {
  const t = useTexts('drafts')
  const [shown, setShown] = useState(false)
  return (
    <div>
      <Button variant="link" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {t('unchanged', { count: paragraphs.length })}
      </Button>
      <div hidden={!shown} className={classes('mt-1 border-l-2 border-line pl-3')}>
        {shown && <VersionText html={paragraphs.join('')} />}
      </div>
    </div>
  )
}
