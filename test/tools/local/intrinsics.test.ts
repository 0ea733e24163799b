import { describe, expect, test } from 'vitest';
import { noValue, resolve, type Scope } from '../../../tools/local/template/intrinsics.ts';

const references: Record<string, unknown> = {
  Table: 'table-1',
  'AWS::Region': 'eu-central-1',
  'AWS::NoValue': noValue,
};

const scope: Scope = {
  location: 'Stack/Thing',
  ref: (id) => references[id] ?? `ref-${id}`,
  getAtt: (id, attribute) => `${id}.${attribute}`,
  importValue: (name) => `imported-${name}`,
  findInMap: (map, key, secondKey) => `${map}/${key}/${secondKey}`,
  condition: (name) => name === 'IsTrue',
};

/** A variable as Fn::Sub writes it. */
const v = (name: string): string => `\${${name}}`;

describe('resolve', () => {
  test.each<[string, unknown, unknown]>([
    ['plain values', { a: [1, 'b', null, true] }, { a: [1, 'b', null, true] }],
    ['Ref', { Ref: 'Table' }, 'table-1'],
    ['GetAtt as a list', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'Table.Arn'],
    ['GetAtt as a text', { 'Fn::GetAtt': 'Table.Outputs.Arn' }, 'Table.Outputs.Arn'],
    ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'Table' }, 3]] }, 'a-table-1-3'],
    ['Join over a list that is computed', { 'Fn::Join': ['+', { 'Fn::Split': [',', 'a,b'] }] }, 'a+b'],
    ['Sub', { 'Fn::Sub': `in ${v('AWS::Region')}: ${v('Table.Arn')}` }, 'in eu-central-1: Table.Arn'],
    ['Sub with own variables', { 'Fn::Sub': [`${v('x')}/${v('Table')}`, { x: { Ref: 'Table' } }] }, 'table-1/table-1'],
    ['Sub with an escaped variable', { 'Fn::Sub': v('!Literal') }, v('Literal')],
    ['Select', { 'Fn::Select': [1, ['a', { Ref: 'Table' }]] }, 'table-1'],
    ['Select of a Split', { 'Fn::Select': ['1', { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    ['ImportValue', { 'Fn::ImportValue': { 'Fn::Sub': `export-${v('Table')}` } }, 'imported-export-table-1'],
    ['FindInMap', { 'Fn::FindInMap': ['Map', { Ref: 'AWS::Region' }, 'x'] }, 'Map/eu-central-1/x'],
    ['If that holds', { 'Fn::If': ['IsTrue', 'yes', 'no'] }, 'yes'],
    ['If that does not', { 'Fn::If': ['IsFalse', 'yes', 'no'] }, 'no'],
    ['Equals', { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'eu-central-1'] }, true],
    ['And', { 'Fn::And': [{ Condition: 'IsTrue' }, { 'Fn::Equals': ['a', 'b'] }] }, false],
    ['Or', { 'Fn::Or': [{ Condition: 'IsFalse' }, { Condition: 'IsTrue' }] }, true],
    ['Not', { 'Fn::Not': [{ Condition: 'IsTrue' }] }, false],
    ['NoValue of a property', { kept: 1, left: { Ref: 'AWS::NoValue' } }, { kept: 1 }],
    ['NoValue in a list', [1, { Ref: 'AWS::NoValue' }], [1]],
    ['a property named Condition', { Condition: { StringEquals: 'x' } }, { Condition: { StringEquals: 'x' } }],
  ])('gives the value of %s', (_, value, expected) => {
    expect(resolve(value, scope)).toEqual(expected);
  });

  test('names the resource whose function it does not support', () => {
    expect(() => resolve({ 'Fn::Transform': {} }, scope)).toThrow('Stack/Thing: Fn::Transform is not supported');
  });

  test('refuses to join what is not text', () => {
    expect(() => resolve({ 'Fn::Join': ['', [{ a: 1, b: 2 }]] }, scope)).toThrow('Stack/Thing: a text was expected');
  });
});
