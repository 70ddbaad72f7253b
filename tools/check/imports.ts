// The import graph of the tree: every source file, its imports, and the file that each import resolves to.
import { globSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** `from`: a path from the root where the import is relative, so that a rule reads the same for both; else the name of a package. */
export type Import = { file: string; line: number; from: string; typeOnly: boolean; lazy: boolean; isTest: boolean }

/** Paths from the root, without generated code. */
export const sources = globSync('{kit,services,runtime,bff,web,proto,deploy,tools,tests}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|generated|gen|dist)$/.test(name),
}).map((file) => file.replaceAll('\\', '/'))

const pattern = /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

export function importsOf(file: string, text: string): Import[] {
  const isTest = /\.test\.tsx?$|\/test\//.test(file)
  return [...text.matchAll(pattern)].map((found) => ({
    file,
    isTest,
    line: text.slice(0, found.index + 1).split('\n').length,
    typeOnly: found[2] !== undefined,
    lazy: found[4] !== undefined,
    from: fromRoot(file, found[3] ?? found[4] ?? ''),
  }))
}

/** The path from the root that a relative import in `file` names; other imports stay as they are. */
export const fromRoot = (file: string, path: string) =>
  path.startsWith('.') ? normalize(join(dirname(file), path)).replaceAll('\\', '/') : path

const services = new Set(sources.flatMap((file) => /^services\/([a-z-]+)\//.exec(file)?.[1] ?? []))
/** 'course' for @lyceum/course/… and for a path into services/course; undefined for everything else. */
export const serviceOf = (from: string): string | undefined => {
  const name = /^@lyceum\/([a-z-]+)/.exec(from)?.[1] ?? /^services\/([a-z-]+)\//.exec(from)?.[1]
  return name && services.has(name) ? name : undefined
}

const known = new Set(sources)
/** The source file of an import; undefined for libraries and generated code. */
export function sourceOf(from: string): string | undefined {
  const [, name, rest] = /^@lyceum\/([a-z-]+)\/(.+)$/.exec(from) ?? []
  if (!name) return known.has(from) ? from : undefined
  const folder = services.has(name) ? `services/${name}` : name
  return [`${folder}/src/${rest}.ts`, `${folder}/${rest}.ts`].find((file) => known.has(file))
}
