// Signing out, with a confirmation when drafts are still on this device: for the account menu and for More.
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { countDrafts } from '../device/device-drafts.ts'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { signOut } from '../session/session.ts'
import { Confirm } from '../ui/dialogs/confirm.tsx'
import { toast } from '../ui/dialogs/toast.tsx'

export function useSignOut(): { ask: () => Promise<void>; confirmation: ReactNode } {
  const t = useTexts('shell')
  const navigate = useNavigate()
  const [drafts, setDrafts] = useState(0)
  const leave = async () => {
    try {
      await signOut()
      navigate(paths.login())
    } catch {
      toast({ text: t('signOutFailed'), error: true })
    }
  }
  const ask = async () => {
    const count = await countDrafts()
    if (count) setDrafts(count)
    else await leave()
  }
  return {
    ask,
    confirmation: (
      <Confirm
        open={drafts > 0}
        danger
        title={t('signOutDrafts')}
        description={t('draftsKept', { count: drafts })}
        confirmLabel={t('signOut')}
        cancelLabel={t('staySignedIn')}
        onConfirm={leave}
        onClose={() => setDrafts(0)}
      />
    ),
  }
}
