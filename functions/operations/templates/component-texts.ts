import {
  cardParams,
  locationParams,
  structuredParams,
  templateChoice,
  templateParams,
} from '../../model/templates/template.ts';
import type { ComponentDoc, FieldDoc } from '../texts.ts';

const sharedFields: Record<string, FieldDoc> = {
  body: 'Body values in the order of the placeholders.',
  bodyNamed: 'Body values by the name of the placeholder. They win over `body`.',
  headerMediaUrl: 'Public URL of the image, video or document in the header.',
  headerMediaId: 'Id of media that was uploaded to the channel, instead of a URL.',
  buttonParams: 'Values of buttons by their index: the end of a URL, or the code to copy.',
};

export const templateComponents: Record<string, ComponentDoc> = {
  Template: {
    schema: templateChoice,
    description: 'An approved template of the channel, and the values for its placeholders.',
    fields: {
      name: 'Name of the template.',
      language: { description: 'Language of the template, as the channel names it.', examples: ['en_US'] },
      params: 'Values for the placeholders.',
    },
  },
  TemplateParams: {
    schema: templateParams,
    description: 'Values for the placeholders of a template: a list for the body alone, or an object for all parts.',
  },
  StructuredTemplateParams: {
    schema: structuredParams,
    description: 'Values for the parts of a template. Values that the template does not have are ignored.',
    fields: {
      ...sharedFields,
      headerText: 'Value of the placeholder in a text header.',
      headerFilename: 'File name of the document in the header. Without it, the chat shows the file as untitled.',
      headerLocation: 'The place in a location header.',
      cards: 'Values for the cards of a carousel, in order. An empty entry keeps its place.',
    },
  },
  TemplateLocation: {
    schema: locationParams,
    description: 'The place that a location header shows.',
    fields: {
      latitude: { description: 'Latitude in degrees, as a string.', examples: ['37.7749'] },
      longitude: { description: 'Longitude in degrees, as a string.', examples: ['-122.4194'] },
      name: 'Name of the place.',
      address: 'Address of the place.',
    },
  },
  TemplateCard: { schema: cardParams, description: 'Values for one card of a carousel.', fields: sharedFields },
};
