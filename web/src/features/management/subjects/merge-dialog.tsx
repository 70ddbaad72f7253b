// The dialog in which a subject is merged into another one, whose code its courses get.
import { useRef, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { useAttempt } from '../../../parts/base/errors/use-attempt.ts'
import { query, queryClient } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Combobox, type Option } from '../../../ui/fields/combobox.tsx'
import { isNewer, rowRefusal, savedAgainst } from '../row-form.tsx'
import { refreshSubjects, type Subject } from './subjects-page.tsx'

export default function MergeDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const t = useTexts('curricula')
  const me = useMe()
  const [into, setInto] = useState<Option>()
  const { busy, problem, setProblem, attempt } = useAttempt('into')
  const merge = () =>
    attempt(async () => {
      if (!into) return
      await call('POST /api/subjects/:id/merge', {
        params: { id: subject.id },
        body: { into: into.value, version: subject.version },
      }).finally(refreshSubjects)
      toast({ text: t('merged', { from: subject.code, into: into.label }) })
      onClose()
    })
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
          <Button variant="primary" busy={busy} off={into ? undefined : t('chooseSubject')} onClick={() => void merge()}>
            {t('merge')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p className="text-text-2">{t('mergeText', { count: subject.courses, code: subject.code })}</p>
        <Combobox
          label={t('mergeInto')}
          value={into}
          onChange={(option) => {
            setInto(option)
            setProblem('')
          }}
          search={async (text, signal) => {
            const conditions = JSON.stringify({ state: 'active', ...(text && { keyword: text }) })
            const { items, total } = await call('GET /api/subjects', { query: { page_size: 50, conditions }, signal })
            const others = items.filter(({ id }) => id !== subject.id)
            return { options: others.map(({ id, code, name }) => ({ value: id, label: code, detail: name })), total }
          }}
        />
        {problem && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
