// The refusal of a package, by a stable code with what its author has to look at.
import { BadZip, type ZipFault } from '@lyceum/kit/archives/zip'

/** The web has a text with the next step for each. */
export const packageFaults = [
  'package.noManifest',
  'package.manifestInFolder',
  'package.encrypted',
  'package.unsafePath',
  'package.tooLarge',
  'package.noLaunch',
  'package.notScorm',
  'package.broken',
] as const
export type PackageFault = (typeof packageFaults)[number]

export class BadPackage extends Error {
  readonly code: PackageFault
  readonly params: Record<string, string>
  constructor(code: PackageFault, params: Record<string, string> = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}

const ofZip: Record<ZipFault, PackageFault> = {
  encrypted: 'package.encrypted',
  unsafe: 'package.unsafePath',
  tooLarge: 'package.tooLarge',
  broken: 'package.broken',
}
/** The refusal that an error means; undefined: the error is not the package's. */
export const refusalOf = (error: unknown): BadPackage | undefined =>
  error instanceof BadPackage ? error : error instanceof BadZip ? new BadPackage(ofZip[error.fault], { cause: error.message }) : undefined
