import { testFaults } from '../kit/faultTests';

testFaults('sampleService');
