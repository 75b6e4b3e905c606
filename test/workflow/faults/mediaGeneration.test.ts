import { testFaults } from '../kit/faultTests';

testFaults('mediaGeneration');
