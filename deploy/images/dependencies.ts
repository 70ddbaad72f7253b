// Installs node_modules of the running system's workspaces, by the lock file, in a folder of their own.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stack } from '../stack/config.ts'
import { workspaces } from './contents.ts'

export function installDependencies(folder: string): void {
  const folders = workspaces.flatMap((pattern) =>
    globSync(pattern, { cwd: stack.root }).filter((path) => existsSync(join(stack.root, path, 'package.json'))),
  )
  for (const path of ['package.json', 'package-lock.json', 'web/package.json', ...folders.map((one) => join(one, 'package.json'))]) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    cpSync(join(stack.root, path), join(folder, path))
  }
  const quick = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  const args = ['ci', '--omit=dev', '--omit=optional', ...quick, ...folders.flatMap((one) => ['-w', one])]
  execFileSync('npm', args, { cwd: folder, env: { ...stack.env, NODE_ENV: '' }, stdio: ['ignore', 'ignore', 'inherit'] })
  // of the fonts of documents the weight that is used, as in the Dockerfile
  for (const path of globSync('node_modules/{@embedpdf,@expo-google-fonts}/**/*.{otf,ttf,png}', { cwd: folder }))
    if (!/NotoSans(Han[st])?-Regular\.|_400Regular\.ttf$/.test(path)) rmSync(join(folder, path))
}
