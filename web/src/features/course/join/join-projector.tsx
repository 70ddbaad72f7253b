// The way into a course for everybody in the room: a large QR code, the address and the code, over the whole window.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { printedJoin } from '../../../join-code.ts'
import { paths } from '../../../paths.ts'
import { configQuery } from '../../../session/session.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { QrCode } from '../../../ui/marks/qr-code.tsx'

/** The address that a phone opens: the organisation's page for phones, else this one. */
export function usePhoneLink(): (code: string) => string {
  const { h5Host } = useSuspenseQuery(configQuery).data
  return (code) => (h5Host ?? window.location.origin).replace(/\/+$/, '') + printedJoin(code)
}

export function JoinProjector({ name, code, onClose }: { name: string; code: string; onClose: () => void }) {
  const t = useTexts('members')
  const phoneLink = usePhoneLink()
  const address = `${window.location.host}${paths.join()}`
  return (
    <Dialog open whole onClose={onClose} title={name} description={t('showLargeText', { address })}>
      <div className="flex min-h-full flex-wrap items-center justify-center gap-x-16 gap-y-6 pb-6">
        <QrCode text={phoneLink(code)} label={t('qrCode', { name })} className="w-[min(72vh,44vw)] rounded-card max-tablet:w-full" />
        <output className="font-mono text-[clamp(34px,7vw,112px)] leading-tight font-semibold tracking-[.08em] break-all select-all">
          {code}
        </output>
      </div>
    </Dialog>
  )
}
