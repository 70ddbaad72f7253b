// Texts of the reasons for which a package cannot be played, by their codes.
import { useTexts } from '../i18n.ts'

const faults = [
  'noManifest',
  'manifestInFolder',
  'encrypted',
  'unsafePath',
  'tooLarge',
  'noLaunch',
  'notScorm',
  'needsOrigin',
  'broken',
] as const

/** The code and its meaning. */
export const usePackageFault = () => {
  const t = useTexts('packages')
  return (code: string) => {
    const known = faults.find((fault) => code === `package.${fault}`)
    return t('codeAndMessage', { code, message: t(`fault.${known ?? 'broken'}`) })
  }
}
