// For exhibits that draw a feature: shown once its texts have come.
import { type ReactNode, useEffect, useState } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { texts } from '../i18n.ts'

export function WithTexts({ of, children }: { of: readonly (keyof Texts)[]; children: ReactNode }) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    void texts(...of).then(() => setReady(true))
  }, [of])
  return ready ? children : null
}
