// Dialog that gives tags to questions and takes others from them.
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TagsField } from './tags-field.tsx'

export default function TagDialog({
  count,
  known,
  present,
  onDone,
  onClose,
}: {
  count: number
  /** Of the bank. */
  known: readonly string[]
  /** Of the selected questions that are known here. */
  present: readonly string[]
  onDone: (tags: { add: string[]; remove: string[] }) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTexts('banks')
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const others = present.length > 0 ? present : known.slice(0, 30)
  const isNothing = add.length === 0 && remove.length === 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('tagAsk', { count })}
      width={416}
      changed={!isNothing}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            busy={busy}
            off={isNothing ? t('tagFirst') : undefined}
            onClick={() => {
              if (isNothing) return
              setBusy(true)
              void onDone({ add, remove: [...remove] }).finally(() => setBusy(false))
            }}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <TagsField label={t('addTags')} help={t('tagsHelp')} values={add} onChange={setAdd} />
        {others.length > 0 && (
          <div role="group" aria-label={t('removeTags')} className="space-y-1.5">
            <div className="text-body font-medium">{t('removeTags')}</div>
            {others.map((tag) => (
              <Checkbox
                key={tag}
                label={tag}
                checked={remove.includes(tag)}
                onChange={(on) => setRemove(on ? [...remove, tag] : remove.filter((each) => each !== tag))}
              />
            ))}
          </div>
        )}
      </div>
    </Dialog>
  )
}
