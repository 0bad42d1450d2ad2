// Owns: tests of the generator folder for Chipyard: it is whole, has no second copy of the wrapper, and the two files of versions offer the same names.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { unitFiles } from '../../../coprocessor/output/unit-files.ts'
import { chipyardFolder } from '../../../rocket-config/chipyard.ts'

const source = (path: string) => readFileSync(new URL(`../../../rocket-config/${path}`, import.meta.url), 'utf8')

describe('the folder for Chipyard', () => {
  test('has all that it names, each once', async () => {
    const files = await chipyardFolder(parameters()), names = files.map((f) => f.name)
    expect(names).toEqual([...new Set(names)])
    for (const name of ['README.md', 'build.sbt', 'chipyard/OracleConfigs.scala', 'software/oracle.h', 'src/main/scala/archnights/OracleRoCC.scala', 'src/main/scala/archnights/RocketVersion.scala',
      'src/main/resources/vsrc/archnights_oracle_unit.v', 'src/main/resources/vsrc/OracleLinkDPI.sv', 'src/main/resources/csrc/oracle_link_dpi.cc', 'src/main/resources/archnights/oracle_unit.properties']) {
      expect(names).toContain(name)
    }
    // The minimal system is ours alone.
    expect(names.filter((n) => /OracleSystem|Elaborate|BootImage/.test(n))).toEqual([])
    expect(files.every((f) => f.text.length > 0)).toBe(true)
  })

  test('tells the wrapper of resources that are there, a link by DPI, and no addresses of our system', async () => {
    const files = await chipyardFolder(parameters({ cacheableHigh: 0x9000_0000n })), text = files.find((f) => f.name.endsWith('.properties'))!.text
    const resources = [...text.matchAll(/^\w+\.resources=(.*)$/gm)].flatMap(([, list]) => list!.split(' '))
    expect(resources).toHaveLength(3)
    for (const name of resources) expect(files.map((f) => f.name)).toContain(`src/main/resources${name}`)
    expect(text).toMatch(/^link=dpi$/m)
    expect(text).toContain(`parameter.cacheableHigh=${0x9000_0000}\n`)
    expect(text).not.toContain('memory.base')
    // Where UnitDescription.resource looks.
    expect(source('src/main/scala/archnights/unit/UnitDescription.scala')).toContain('"/archnights/oracle_unit.properties"')
  })

  test('has the unit whole in one file', async () => {
    const p = parameters(), text = (await chipyardFolder(p)).find((f) => f.name.endsWith('oracle_unit.v'))!.text
    const modules = (t: string) => [...t.matchAll(/^module (\w+)/gm)].map(([, name]) => name)
    expect(modules(text)).toEqual(unitFiles(p).verilog.flatMap((f) => modules(f.text)))
  })

  test('has a file of versions with the same names as our own', () => {
    const names = (text: string) => [...text.matchAll(/^ {2}(?:(?:abstract )?class|type|val|def) (\w+)/gm)].map(([, name]) => name).sort()
    const ours = names(source('src/main/scala/archnights/version/RocketVersion.scala'))
    expect(ours).toContain('fillRequest')
    expect(names(source('chipyard/RocketVersion.scala'))).toEqual(ours)
  })

  test('takes nothing of a version from elsewhere: the shared sources import only Chisel, Java and Scala', async () => {
    for (const { name, text } of await chipyardFolder(parameters())) {
      if (!name.startsWith('src/main/scala/') || name.endsWith('RocketVersion.scala')) continue
      const imports = [...text.matchAll(/^ *import (\S+)/gm)].map(([, what]) => what!)
      expect([name, imports.filter((i) => !/^(chisel3\._|chisel3\.util\.HasBlackBoxResource|RocketVersion\._|java\.|scala\.)/.test(i))]).toEqual([name, []])
    }
  })
})
