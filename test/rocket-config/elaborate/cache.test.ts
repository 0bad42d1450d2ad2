// Owns: tests of what an elaboration builds and when: once for each content, whole or not at all, and what it says when a tool is missing or refuses. The tools are fakes.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { elaborateRocket, type RocketElaboration } from '../../../rocket-config/elaborate.ts'
import { describeUnit } from '../../../rocket-config/elaborate/description.ts'
import { elaborationTools } from '../../../rocket-config/elaborate/tools.ts'
import { RocketError } from '../../../rocket-config/errors.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'
import { runs } from '../../support/processes.ts'
import { FakeTools, honest, type FakeTool } from './fake-tools.ts'

const folder = temporaryFolder(), project = fileURLToPath(new URL('../../../rocket-config/', import.meta.url))
let tests = 0
/** A cache and tools of this test's own. */
function fresh(which?: readonly FakeTool[]) {
  const at = join(folder, String(tests++)), cacheDir = join(at, 'cache'), said: string[] = []
  const tools = new FakeTools(join(at, 'tools'), which)
  const elaborate = (more: Partial<RocketElaboration> = {}) => elaborateRocket({ config: 'small', parameters: parameters(), cacheDir, progress: (what) => said.push(what), ...more })
  const failure = async (more: Partial<RocketElaboration> = {}): Promise<RocketError> => {
    const error = await elaborate(more).then(() => undefined, (e: unknown) => e)
    if (!(error instanceof RocketError)) throw new Error(`not refused: ${String(error)}`)
    return error
  }
  return { cacheDir, tools, said, elaborate, failure, folders: (part: string) => existsSync(join(cacheDir, part)) ? readdirSync(join(cacheDir, part)) : [] }
}

describe('elaborateRocket builds', () => {
  test('once, says so, and leaves the Verilog and nothing of the way there', async () => {
    const { tools, said, elaborate, folders } = fresh()
    const first = await elaborate()
    expect(tools.took()).toEqual(['mvn', 'java'])
    expect(said).toEqual([expect.stringContaining('Maven'), expect.stringContaining('small')])
    expect(first).toMatchObject({ cached: false, top: 'OracleSystem', interfaceHash: describeUnit(parameters()).interfaceHash })
    expect(first.files.map((f) => basename(f))).toEqual(['OracleSystem.v', 'plusarg_reader.v'])
    expect(first.files.every((f) => dirname(f) === first.folder && existsSync(f))).toBe(true)
    expect(readdirSync(first.folder).sort()).toEqual(['OracleSystem.dts', 'OracleSystem.v', 'elaborated.json', 'oracle_unit.properties', 'plusarg_reader.v'])
    expect(readFileSync(first.files[0]!, 'utf8')).toContain('SmallConfig')
    expect([folders('scala'), folders('elaborated')].map((f) => f.length)).toEqual([1, 1])

    expect(await elaborate()).toEqual({ ...first, cached: true })
    expect(tools.took()).toEqual([])
    expect(said).toHaveLength(2)
  })

  test('nothing anew for the inside of the unit; no Scala for its ports, its addresses, another configuration, another link', async () => {
    const { tools, elaborate } = fresh()
    const first = await elaborate()
    tools.took()
    expect(await elaborate({ parameters: parameters({ slots: 4, burst: 64, watchdogCycles: 1000 }) })).toEqual({ ...first, cached: true })
    expect(tools.took()).toEqual([])
    const others: Partial<RocketElaboration>[] = [{ parameters: parameters({ addrWidth: 36 }) }, { parameters: parameters({ cacheableHigh: 0x9000_0000n }) }, { config: 'medium' }, { link: 'dpi' }]
    for (const other of others) {
      const made = await elaborate(other)
      expect(made).toMatchObject({ cached: false })
      expect(made.folder).not.toBe(first.folder)
      expect(tools.took()).toEqual(['java'])
    }
    const dpi = await elaborate({ link: 'dpi' })
    expect(dpi.files.map((f) => basename(f))).toEqual(['OracleSystem.v', 'plusarg_reader.v', 'OracleLinkDPI.sv'])
    expect(existsSync(dpi.files[2]!)).toBe(true)
  })

  test('again what is damaged: a Verilog file that is gone, a record that is cut, a jar that Maven\'s repository lost', async () => {
    const { tools, elaborate } = fresh()
    const { folder: at, files } = await elaborate()
    tools.took()
    rmSync(files[1]!)
    expect(await elaborate()).toMatchObject({ folder: at, cached: false })
    expect([existsSync(files[1]!), tools.took()]).toEqual([true, ['java']])
    writeFileSync(join(at, 'elaborated.json'), '{"files": [')
    expect(await elaborate()).toMatchObject({ folder: at, cached: false })
    expect(tools.took()).toEqual(['java'])
    rmSync(tools.jar)
    expect(await elaborate()).toMatchObject({ cached: true })
    expect(tools.took()).toEqual(['mvn'])
  })

  test('four times at once one result, and no folder of the way stays', async () => {
    const { elaborate, folders } = fresh()
    const all = await Promise.all([1, 2, 3, 4].map(() => elaborate()))
    expect(new Set(all.map((r) => r.folder)).size).toBe(1)
    for (const { files } of all) expect(files.every((f) => existsSync(f))).toBe(true)
    expect([folders('scala'), folders('elaborated')].map((f) => f.length)).toEqual([1, 1])
  })

  test('in the cache alone: Maven runs on a copy, the sources stay as they are', async () => {
    const { tools, cacheDir, elaborate } = fresh()
    tools.make('mvn', `if (!process.cwd().startsWith(${JSON.stringify(cacheDir)}) || !fs.existsSync('src/main/scala/archnights/unit/OracleRoCC.scala') || !fs.existsSync('pom.xml')) process.exit(1)\n${honest.mvn}`)
    const sources = () => readdirSync(join(project, 'src'), { recursive: true }).sort()
    const before = sources()
    await elaborate()
    expect(sources()).toEqual(before)
    expect(existsSync(join(project, 'target'))).toBe(false)
  })
})

describe('elaborateRocket refuses', () => {
  test('all missing tools at once, with the packages that have them', async () => {
    const { failure, folders } = fresh([])
    expect(await failure()).toMatchObject({
      code: 'RKT1001', exitCode: 3, message: 'java and mvn and dtc are not on this machine',
      help: 'sudo apt-get install -y --no-install-recommends openjdk-17-jdk-headless maven device-tree-compiler',
    })
    expect(folders('scala')).toEqual([])
  })

  test('a missing dtc alone, and after the wrapper is compiled it does without Maven', async () => {
    const { tools, failure, elaborate } = fresh(['java', 'mvn'])
    expect(await failure()).toMatchObject({ code: 'RKT1001', message: 'dtc is not on this machine', help: 'sudo apt-get install -y --no-install-recommends device-tree-compiler' })
    tools.make('dtc', '')
    await elaborate()
    rmSync(join(dirname(tools.jar), 'mvn'))
    expect(await elaborate({ config: 'big' })).toMatchObject({ cached: false })
    rmSync(join(dirname(tools.jar), 'dtc'))
    expect(await failure({ config: 'medium' })).toMatchObject({ code: 'RKT1001', message: 'dtc is not on this machine' })
  })

  test('a tool that is there and does not run, in its words', async () => {
    const { tools, failure } = fresh()
    writeFileSync(join(dirname(tools.jar), 'mvn'), `#!${process.execPath}\nconsole.error('The JAVA_HOME environment variable is not defined correctly'); process.exit(1)\n`)
    expect(await failure()).toMatchObject({ code: 'RKT1001', message: expect.stringMatching(/^mvn is here and does not run: .*JAVA_HOME/s) as string })
  })

  test('the packages are those that the set-up installs', () => {
    const listed = readFileSync(new URL('../../../scripts/setup/debian-packages.txt', import.meta.url), 'utf8').split('\n').map((line) => line.split(/\s+/)[0])
    for (const name of Object.values(elaborationTools)) expect(listed).toContain(name)
  })

  test('Maven without a network, in its own last words', async () => {
    const { tools, failure, folders, elaborate } = fresh()
    const words = '[ERROR] Failed to execute goal on project rocket-config: Could not resolve dependencies: Could not transfer artifact edu.berkeley.cs:rocketchip_2.12:jar:1.2.6 from/to central: repo: Temporary failure in name resolution -> [Help 1]'
    tools.make('mvn', `console.log(${JSON.stringify(`${words}\n[ERROR] \n[ERROR] Re-run Maven using the -X switch to enable full debug logging.`)}); process.exit(1)`)
    const error = await failure()
    expect(error).toMatchObject({ code: 'RKT1002', exitCode: 3, help: expect.stringContaining('Maven Central') as string })
    expect(error.message).toContain(words)
    expect(error.message).not.toContain('-X switch')
    expect(folders('scala')).toEqual([])
    tools.make('mvn', honest.mvn)
    expect(await elaborate()).toMatchObject({ cached: false })
  })

  test.each([
    // As Maven 3.8 said them without a network and an empty repository, for a source with a fault, and with settings that are no XML.
    ['an empty repository and no network', 'RKT1002', '[ERROR] Plugin org.codehaus.mojo:exec-maven-plugin:3.1.0 or one of its dependencies could not be resolved: Failed to read artifact descriptor', 'Maven could not fetch'],
    ['sources that do not compile', 'RKT1003', '[ERROR] src/main/scala/archnights/unit/OracleRoCC.scala:24: error: not found: value foo', 'does not compile'],
    ['settings that cannot be read', 'RKT1003', '[ERROR] Error executing Maven.\n[ERROR] 1 problem was encountered while building the effective settings', 'Maven could not build'],
  ])('%s, in the tool\'s words', async (_, code, words, said) => {
    const { tools, failure } = fresh()
    tools.make('mvn', `console.error('\\x1b[0m' + ${JSON.stringify(words)} + '\\n    at org.apache.Trace'); process.exit(1)`)
    const { message, ...error } = await failure()
    expect(error).toMatchObject({ code })
    expect(message).toMatch(new RegExp(`${said}.*`))
    expect(message).toContain(`\n${words}`)
    expect(message).not.toContain('Trace')
  })

  test('a unit that does not fit, each finding on a line', async () => {
    const { tools, failure, folders } = fresh()
    tools.make('java', 'console.log("misfit: port a has 7 bits\\nmisfit: opcode 0x33"); process.exit(3)')
    expect(await failure()).toMatchObject({ code: 'RKT1004', exitCode: 2, message: 'the Oracle unit does not fit this core:\n  port a has 7 bits\n  opcode 0x33' })
    expect(folders('elaborated')).toEqual([])
  })

  test('an elaboration that dies in the middle: its half counts for nothing', async () => {
    const { tools, failure, folders, elaborate } = fresh()
    tools.make('java', `${honest.java}
      fs.writeFileSync('elaboration.log', 'much\\n'.repeat(500) + 'error: width mismatch\\n')
      console.error('java.lang.OutOfMemoryError: Java heap space'); process.exit(1)`)
    const error = await failure()
    expect(error).toMatchObject({ code: 'RKT1005', exitCode: 70, message: expect.stringMatching(/OutOfMemoryError.*error: width mismatch$/s) as string })
    expect(error.message.split('\n').length).toBeLessThan(30)
    expect(folders('elaborated')).toEqual([])
    tools.make('java', honest.java)
    expect(await elaborate()).toMatchObject({ cached: false })
  })

  test('a stop: the process is gone and nothing stays', async () => {
    const { tools, elaborate, folders, cacheDir } = fresh()
    const place = join(dirname(cacheDir), 'pid')
    tools.make('java', `fs.writeFileSync(${JSON.stringify(`${place}.new`)}, String(process.pid)); fs.renameSync(${JSON.stringify(`${place}.new`)}, ${JSON.stringify(place)}); setInterval(() => {}, 1000)`)
    const stop = new AbortController()
    const stopped = elaborate({ signal: stop.signal }).then(() => undefined, (e: unknown) => e)
    while (!existsSync(place)) await new Promise((soon) => { setImmediate(soon) })
    stop.abort()
    expect(await stopped).toMatchObject({ code: 'SIM3005', exitCode: 130 })
    expect(runs(Number(readFileSync(place, 'utf8')))).toBe(false)
    expect(folders('elaborated')).toEqual([])
    await expect(elaborate({ signal: stop.signal })).rejects.toMatchObject({ code: 'SIM3005' })
  })

  test('a cache folder that is a file', async () => {
    const { cacheDir, failure } = fresh()
    mkdirSync(dirname(cacheDir), { recursive: true })
    writeFileSync(cacheDir, '')
    expect(await failure()).toMatchObject({ code: 'RKT1006', exitCode: 2, message: expect.stringContaining(cacheDir) as string })
  })
})
