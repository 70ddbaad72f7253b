// The dialog in which a subject is merged into another one, whose code its courses get.
import { useRef } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Combobox, type Option } from '../../../ui/fields/combobox.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { refusalAt, savedAgainst } from '../row-form.tsx'
import { readSubject, refreshSubjects, type Subject } from './subjects-page.tsx'

export default function MergeDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const t = useTexts('curricula')
  const me = useMe()
  const version = useRef(subject.version)
  const form = useForm<{ into: Option | null }>({
    start: { into: null },
    check: ({ into }) => ({ into: into ? undefined : t('chooseSubject') }),
    explain: refusalAt('into'),
    send: async ({ into }) => {
      const params = { id: subject.id }
      let merged: Subject | undefined
      await savedAgainst(
        version,
        async () => {
          merged = await call('POST /api/subjects/:id/merge', { params, body: { into: into?.value ?? '', version: version.current } })
        },
        () => readSubject(subject.id),
      ).finally(refreshSubjects)
      const undo = () =>
        void call('POST /api/subjects/:id/unmerge', { params, body: { version: merged?.version ?? 0 } })
          .catch((failure: unknown) => toast({ text: problemText(failure), error: true }))
          .finally(refreshSubjects)
      toast({ text: t('merged', { from: subject.code, into: into?.label ?? '' }), undo })
      onClose()
    },
  })
  const into = form.field('into')
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('mergeOf', { name: subject.code })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="merge" busy={form.busy} off={into.value ? undefined : t('chooseSubject')}>
            {t('merge')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="merge">
        <p className="text-text-2">{t('mergeText', { count: subject.courses, code: subject.code })}</p>
        <Combobox
          label={t('mergeInto')}
          value={into.value ?? undefined}
          error={into.error}
          onChange={(option) => into.onChange(option ?? null)}
          search={async (text, signal) => {
            const conditions = JSON.stringify({ state: 'active', ...(text && { keyword: text }) })
            const { items, total } = await call('GET /api/subjects', { query: { page_size: 50, conditions }, signal })
            // those of no department are the whole organisation's
            const others = items.filter(({ id, department }) => id !== subject.id && (!me.bound || department !== null))
            return { options: others.map(({ id, code, name }) => ({ value: id, label: code, detail: name })), total }
          }}
        />
      </FormFrame>
    </Dialog>
  )
}
