// The association code of the organisation: with it people add the organisation to their account.
import { Copy, KeyRound, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { copyText } from '../../../parts/base/page/copy-text.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { type OrgSettings, settingsQuery } from './settings-form.tsx'

export function AssociationCode({ settings: { association_code: code } }: { settings: OrgSettings }) {
  const t = useTexts('organisation')
  const [asked, setAsked] = useState<'new' | 'remove'>()
  const [busy, setBusy] = useState(false)
  const change = async (kind: 'new' | 'remove') => {
    setBusy(true)
    try {
      const stored = await (kind === 'new' ? call('POST /api/org/association-code') : call('DELETE /api/org/association-code'))
      queryClient.setQueryData(settingsQuery.queryKey, stored)
      toast({ text: t(kind === 'new' ? 'codeMade' : 'codeRemoved') })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
      setAsked(undefined)
    }
  }
  const copy = async (text: string) => {
    const copied = await copyText(text)
    toast(copied ? { text: t('codeCopied') } : { text: t('codeNotCopied'), error: true })
  }
  return (
    <Section title={t('associationCode')} help={t('associationHelp')}>
      <div className="surface-card flex flex-wrap items-center gap-3 p-5 max-tablet:p-4">
        {code ? (
          <>
            <code className="tabular mr-auto text-section font-semibold tracking-wider">{code}</code>
            <Button icon={Copy} onClick={() => void copy(code)}>
              {t('copyCode')}
            </Button>
            <Button icon={RefreshCw} onClick={() => setAsked('new')}>
              {t('newCode')}
            </Button>
            <Button icon={Trash2} variant="quiet" onClick={() => setAsked('remove')}>
              {t('removeCode')}
            </Button>
          </>
        ) : (
          <>
            <span className="mr-auto text-text-2">{t('noCode')}</span>
            <Button icon={KeyRound} busy={busy} onClick={() => void change('new')}>
              {t('makeCode')}
            </Button>
          </>
        )}
      </div>
      {asked && (
        <Confirm
          open
          title={t(asked === 'new' ? 'newCode' : 'removeCode')}
          description={t('codeEnds', { code: code ?? '' })}
          confirmLabel={t(asked === 'new' ? 'newCode' : 'removeCode')}
          onConfirm={() => change(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Section>
  )
}
